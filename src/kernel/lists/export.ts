/**
 * What a list shows, as a spreadsheet: its columns, search, filters and order, and all of its rows instead of a page. The database
 * sends them by a cursor, so that a million of them take no more memory than a hundred; each reader gets its own rows and fields.
 */
import type { Reader } from '../access/caller.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { Resource } from '../resources/resource.ts'
import { selectionOf } from '../resources/select.ts'
import { conditionsOf } from './answer-list.ts'
import { orderAliases, orderBy, orderOf } from './order.ts'
import { foundBy } from './search/search.ts'
import { type ListQuestion, rowsOf } from './statements.ts'

/** The statement of all rows that the question finds, in its order. @throws kernel.invalid for an unknown `orderBy` */
export function exportStatement(
  resource: Resource,
  fields: readonly string[],
  question: Omit<ListQuestion, 'page' | 'limit'>,
  reader: Reader
): Sql {
  const order = orderOf(resource, question, reader)
  const whole: ListQuestion = { ...question, page: 1, limit: 1 }
  const conditions = [
    ...conditionsOf(resource, whole, reader),
    ...(question.search ? [foundBy(resource, question.search, reader)] : [])
  ]
  const { columns, aliases } = selectionOf(resource, fields, reader)
  const rows = rowsOf(resource, conditions, [...aliases, ...orderAliases(order)])
  return sql`select ${columns} ${rows} order by ${orderBy(order)}`
}
