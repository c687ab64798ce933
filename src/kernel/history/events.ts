/**
 * Events: what has happened to a thing, for other programs. An event is declared on a resource, by the changes that it is of and the fields
 * that it tells; no command calls anything. It is written in the statement of the command's history (`on-changes.ts`), so that it is there
 * if the change is, and costs no further way to the database.
 */
import { type TObject, Type } from '@sinclair/typebox'
import { system } from '../access/caller.ts'
import { asSql, type Database, query, raw, type Sql, sql } from '../database/sql.ts'
import { defineSlot } from '../extension-points.ts'
import type { ItemOf, Resource, RowOf } from '../resources/resource.ts'
import { fromOf, joinsFor, selectionOf } from '../resources/select.ts'
import { Instant } from '../schema.ts'
import type { Change } from './history.ts'

/** What of a change decides whether it is the event. */
export type Happening = Pick<Change, 'code' | 'before' | 'after'>

export interface EventDefinition {
  /** `order.accepted`: fixed, because programs of others read it. */
  readonly type: string
  /** Of its data: a field that goes, or means something else, needs the next number. */
  readonly version: number
  /** A sentence for the API's description. */
  readonly summary: string
  readonly resource: Resource
  readonly fields: readonly string[]
  /** Shape of `data`. */
  readonly data: TObject
  /** What it has happened to; events of one thing are told in their order. */
  readonly subject: { readonly type: string; readonly id: Sql }
  /** The company that may know of it, over the resource's own columns; without it the business alone. */
  readonly company: Sql
  /** Whether a change is the event; without it only `insertEvent` writes one. */
  readonly when: (change: Happening) => boolean
}

type FieldOf<R> = keyof (ItemOf<R> & RowOf<R>) & string

interface Definition<R extends Resource> {
  readonly type: `${string}.${string}`
  readonly version?: number
  readonly summary: string
  readonly fields: readonly FieldOf<R>[]
  readonly company?: string
  /** The thing that it has happened to, by an expression, where that is not the row itself. */
  readonly of?: { readonly resource: Resource; readonly id: string }
  when?(change: Happening): boolean
}

/** @throws for a field that not everybody may see who may know of the event */
export function defineEvent<R extends Resource>(
  resource: R,
  { type, version = 1, summary, fields, company, of, when = () => false }: Definition<R>
): EventDefinition {
  const limited = company === undefined ? undefined : fields.find(field => resource.fields[field]?.access)
  if (limited) throw new Error(`${type} tells companies ${limited}, which is for some roles only`)
  const schemas = fields.map(field => [field, resource.schema.properties[field] as never])
  return {
    type,
    version,
    summary,
    resource,
    fields,
    data: Type.Object(Object.fromEntries(schemas)),
    subject: {
      type: (of?.resource ?? resource).subjectType,
      id: raw(of?.id ?? `${resource.alias}.id`)
    },
    company: asSql(company ?? 'null::int'),
    when
  }
}

/** Every event of the modules; the application fills it. */
export const allEvents = defineSlot<readonly EventDefinition[]>('kernel.events', [])

/** Whether a change, or a creation, has given the field this value. */
export const becomes =
  (field: string, value: unknown) =>
  ({ after }: Happening): boolean =>
    after[field] === value

/** The statement that writes the event for each of these things, with the fields as they are after the change. */
export function insertEvent(
  { type, version, resource, fields, subject, company }: EventDefinition,
  ids: readonly number[],
  at: Date
): Sql {
  const { columns, aliases } = selectionOf(resource, fields, system)
  const id = raw(`${resource.alias}.id`)
  return sql`insert into kernel.events (type, version, subject_type, subject_id, company_id, at, data)
    select ${type}, ${version}::int, ${subject.type}, ${subject.id}, ${company}, ${at}::timestamptz,
      (select to_json(told) from (select ${columns}) told)
    from ${fromOf(resource)} ${joinsFor(resource, aliases)} where ${id} = any(${[...ids]}::bigint[]) order by ${id}`
}

/** Writes an event that no command's change is. */
export const recordEvent = async (
  trx: Database,
  event: EventDefinition,
  ids: readonly number[],
  at: Date
): Promise<void> => {
  if (ids.length > 0) await query(trx, insertEvent(event, ids, at))
}

/** The statements that write the events that these changes are. */
export function eventsOf(events: readonly EventDefinition[], changes: readonly Change[], at: Date): Sql[] {
  return events.flatMap(event => {
    const { subjectType } = event.resource
    const ids = changes
      .filter(change => change.resourceType === subjectType && event.when(change))
      .map(({ subjectId }) => subjectId)
    return ids.length > 0 ? [insertEvent(event, [...new Set(ids)], at)] : []
  })
}

/** An event as the feed gives it; without its id as webhooks get it, who have that in a header. */
export const eventSchema = ({ type, version, summary, data }: EventDefinition, withId = true): TObject =>
  Type.Object(
    {
      ...(withId ? { id: Type.Integer({ minimum: 1 }) } : {}),
      type: Type.Literal(type),
      version: Type.Literal(version, { description: 'of the shape of `data`' }),
      timestamp: Instant,
      data
    },
    { description: summary }
  )
