/** The statements that lists and searches are made of: which rows, in which order, how many. */
import { all, join, raw, type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import { type Aliases, fromOf, joinsFor } from '../resources/select.ts'

/** Totals are counted exactly up to here; past it the answer says that counting stopped. */
export const countedUpTo = 10_000

export interface ListQuestion {
  readonly page: number
  readonly limit: number
  readonly orderBy?: string | undefined
  readonly desc?: boolean | undefined
  readonly search?: string | undefined
  /** Values of the resource's filters, checked. */
  readonly filters: Readonly<Record<string, unknown>>
}

/** A condition, and the joins that it needs. */
export interface Condition {
  readonly where: Sql
  readonly aliases: Aliases
}

/** How a list is sorted. */
export interface Order {
  readonly by: Sql
  readonly aliases: Aliases
  readonly isDefault: boolean
}

/** A statement that gives `n`. Past the cap a total that is not exact says that counting stopped. */
export interface Total {
  readonly counted: Sql
  readonly isExact: boolean
}

export const selectIds = (resource: Resource, conditions: readonly Condition[], order?: Order): Sql => {
  const aliases = [...conditions.flatMap(condition => condition.aliases), ...(order?.aliases ?? [])]
  const where = all(conditions.map(condition => condition.where))
  const sorted = order ? sql` order by ${order.by}` : raw('')
  return sql`select ${raw(resource.alias)}.id from ${fromOf(resource)} ${joinsFor(resource, aliases)} where ${where}${sorted}`
}

export const pageOfIds = (
  resource: Resource,
  conditions: readonly Condition[],
  order: Order,
  { page, limit }: ListQuestion
): Sql => sql`${selectIds(resource, conditions, order)} limit ${limit} offset ${(page - 1) * limit}`

/** Counts the rows of any statement, up to just past the cap. */
export const cappedCountOf = (statement: Sql): Total => ({
  counted: sql`select count(*) as n from (select 1 from (${statement}) s limit ${countedUpTo + 1}) c`,
  isExact: false
})

export const cappedCount = (resource: Resource, conditions: readonly Condition[]): Total =>
  cappedCountOf(selectIds(resource, conditions))

/** One of the conditions holds. */
export const anyOf = (conditions: readonly Condition[]): Condition => ({
  where: sql`(${join(
    conditions.map(({ where }) => where),
    ' or '
  )})`,
  aliases: conditions.flatMap(({ aliases }) => aliases)
})
