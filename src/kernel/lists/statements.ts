/** The statements that lists and searches are made of: which rows, in which order, how many. */

import { all, raw, type Sql, sql } from '../database/sql.ts'
import { joinsFor, type Rows } from '../resources/rows.ts'

export const countedUpTo = 10_000

export interface ListQuestion {
  readonly page: number
  readonly limit: number
  readonly orderBy?: string | undefined
  readonly desc?: boolean | undefined
  readonly search?: string | undefined
  /** Values of the rows' filters, checked. */
  readonly filters: Readonly<Record<string, unknown>>
}

/** How a list is sorted. */
export interface Order {
  readonly by: Sql
  readonly isDefault: boolean
}

/** A statement that gives `n`. Past the cap a total that is not exact says that it stopped. */
export interface Total {
  readonly counted: Sql
  readonly isExact: boolean
}

export const selectIds = (rows: Rows, where: readonly Sql[], order?: Order): Sql => {
  const condition = all(where)
  const sorted = order ? sql` order by ${order.by}` : raw('')
  const alias = raw(rows.alias)
  const joins = joinsFor(rows, order ? [condition, order.by] : [condition])
  return sql`select ${alias}.id from ${raw(rows.table)} ${alias} ${joins} where ${condition}${sorted}`
}

export const pageOfIds = (rows: Rows, where: readonly Sql[], order: Order, { page, limit }: ListQuestion): Sql =>
  sql`${selectIds(rows, where, order)} limit ${limit} offset ${(page - 1) * limit}`

/** Counts the rows of any statement, up to just past the cap. */
export const cappedCountOf = (statement: Sql): Total => ({
  counted: sql`select count(*) as n from (select 1 from (${statement}) s limit ${countedUpTo + 1}) c`,
  isExact: false
})

export const cappedCount = (rows: Rows, where: readonly Sql[]): Total => cappedCountOf(selectIds(rows, where))
