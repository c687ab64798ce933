/**
 * How a list is sorted: by the requested field, and rows that are equal there in the list's usual order. Downwards all of it is reversed,
 * so that one index serves both directions.
 */
import type { Reader } from '../access/caller.ts'
import { join, raw, type Sql, sql } from '../database/sql.ts'
import { throwProblem } from '../errors/errors.ts'
import type { Resource } from '../resources/resource.ts'
import { type Aliases, sortingOf, visibleFields } from '../resources/select.ts'

/** Expressions that are sorted in the same direction. */
export interface Ordering {
  readonly by: readonly Sql[]
  readonly direction: Sql
  readonly aliases: Aliases
}

export interface Order {
  readonly field: string
  readonly lead: Ordering
  readonly tail: Ordering
  readonly isDefault: boolean
}

const each = ({ by, direction }: Ordering): Sql[] => by.map(expression => sql`${expression} ${direction}`)

/** The text after `order by`. */
export const orderBy = ({ lead, tail }: Pick<Order, 'lead' | 'tail'>): Sql => join([...each(lead), ...each(tail)], ', ')

/** The joins that the order needs. */
export const orderAliases = ({ lead, tail }: Order): Aliases => [...lead.aliases, ...tail.aliases]

/** Fields that the reader may sort the list by: all that it sees, except lists and objects. */
export const sortableFields = (resource: Resource, reader: Reader): string[] =>
  visibleFields(resource, 'list', reader).filter(field => resource.sortable.includes(field))

function fieldOf(resource: Resource, wanted: string, reader: Reader): string {
  const found = sortableFields(resource, reader).find(field => field.toLowerCase() === wanted.toLowerCase())
  if (found) return found
  const error = { path: 'OrderBy', code: 'choice', params: {}, message: 'check.choice' }
  return throwProblem('invalid', { fieldErrors: [error] })
}

/**
 * The order that was asked for, or the usual one. Null is the smallest value. The letters' case of a field does not count.
 * @throws kernel.invalid for a field that the list does not sort by
 */
export function orderOf(
  resource: Resource,
  { orderBy: wanted, desc = false }: { readonly orderBy?: string | undefined; readonly desc?: boolean | undefined },
  reader: Reader
): Order {
  const usual = resource.sort.replace(/^-/, '')
  const usuallyDown = resource.sort.startsWith('-')
  const field = wanted ? fieldOf(resource, wanted, reader) : usual
  const down = wanted ? desc : usuallyDown
  const ordering = (name: string, isDown: boolean): Ordering => {
    const { by, aliases, nullable } = sortingOf(resource, name, reader)
    const nulls = nullable ? (isDown ? ' nulls last' : ' nulls first') : ''
    return { by, aliases, direction: raw(`${isDown ? 'desc' : 'asc'}${nulls}`) }
  }
  const id = raw(`${resource.alias}.id`)
  const lead = ordering(field, down)
  if (field === usual) {
    const tail = { by: [id], aliases: [], direction: raw(down ? 'desc' : 'asc') }
    return { field, lead, tail, isDefault: down === usuallyDown }
  }
  const { by, aliases, direction } = ordering(usual, usuallyDown !== down)
  return { field, lead, tail: { by: [...by, id], aliases, direction }, isDefault: false }
}
