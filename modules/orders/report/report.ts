/** The order report: a spreadsheet of the view `report`. */

import type { Reader } from '../../../src/kernel/access/caller.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { join, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import type { ResourceSheet } from '../../../src/kernel/files/resource-sheet.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { fromOf, joinsFor, selectionOf, sortingOf } from '../../../src/kernel/resources/select.ts'
import { orderFields } from '../fields.ts'
import { orders } from '../resource.ts'

export const reportSheet = {
  resource: orders,
  keys: orderFields.views.report
} satisfies ResourceSheet

export interface ReportQuestion {
  /** Days in Warsaw, both included. */
  readonly createdFrom: string
  readonly createdTo: string
  readonly currentStatus: number
  /** A column of the report, in any letter case. */
  readonly orderBy: string
  readonly desc: boolean
}

/** The statement that reads the rows. Refuses an unknown column, and a period that ends before it begins. */
export function statementOf(question: ReportQuestion, reader: Reader): Sql {
  const { createdFrom, createdTo, currentStatus, orderBy, desc } = question
  const key = reportSheet.keys.find(each => each.toLowerCase() === orderBy.toLowerCase())
  if (!key) return refuseField('orderBy', 'check.choice')
  if (createdTo < createdFrom) refuseField('createdTo', 'orders.report.daysTurned')
  const { columns, aliases } = selectionOf(orders, reportSheet.keys, reader)
  const sorting = sortingOf(orders, key, reader)
  const direction = raw(desc ? 'desc' : 'asc')
  const nulls = raw(sorting.nullable ? (desc ? ' nulls last' : ' nulls first') : '')
  const order = join(
    sorting.by.map(expression => sql`${expression} ${direction}${nulls}`),
    ', '
  )
  return sql`select ${columns} from ${fromOf(orders)} ${joinsFor(orders, [...aliases, ...sorting.aliases])}
    where orders.status = ${currentStatus}
      and orders.created_at >= ${startOfDay(createdFrom)}
      and orders.created_at < ${startOfDay(createdTo, 1)}
    order by ${order}, orders.id ${direction}`
}
