/** What the orders finished in a year bring, month by month: by operators, clients, or types of orders. */
import { Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { join, literal, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { Money } from '../../../src/kernel/schema.ts'
import { orderTypeLabel } from '../../catalogue/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { choose, column, defineReport } from '../definition.ts'
import { RevenueBy } from '../schema.ts'
import { equal } from './conditions.ts'
import { linesOf, ofOrder } from './order-lines.ts'

const sum = { sum: true }
const months = Array.from({ length: 12 }, (_, at) => ({ number: at + 1, name: `month_${at + 1}` }))

interface Subject {
  readonly id: Sql
  readonly name: (reader: Reader) => Sql
}
const operator: Subject = { id: raw('line.operator_id'), name: () => raw('line.operator') }
/** What rows are of: the column that identifies it, and its name. */
const subjects: Readonly<Record<number, Subject>> = {
  [RevenueBy.operator]: operator,
  [RevenueBy.client]: { id: raw('line.company_id'), name: () => raw('line.client') },
  [RevenueBy.orderType]: { id: raw('line.order_type'), name: orderTypeLabel('line.order_type') }
}

export const revenue = defineReport({
  name: 'revenue',
  parameters: { Year: choose.year, By: choose.revenueBy, OrderType: choose.orderType },
  columns: [
    column('subject', Type.String()),
    column('orders', Type.Integer(), sum),
    ofOrder('tonnage', sum),
    ...months.map(({ name }) => column(name, Money, sum)),
    ofOrder('netOwed', sum)
  ],
  sort: '-net_owed',
  hasTotal: true,
  statement: ({ Year, By, OrderType: type }, reader) => {
    const subject = subjects[By] ?? operator
    const period = { from: `${Year}-01-01`, to: `${Year}-12-31` }
    const read = ['company', 'operator', 'recycleOperatorId', 'finishedAt', 'tonnage', 'netOwed'] as const
    const ofMonths = months.map(
      ({ number, name }) =>
        sql`sum(line.net_owed) filter (where extract(month from line.finished_on) = ${literal(number)}) as ${raw(name)}`
    )
    return sql`select coalesce(line.subject_id, 0) as key, line.subject, count(*)::int as orders,
        coalesce(sum(line.tonnage), 0) as tonnage, ${join(ofMonths, ', ')}, sum(line.net_owed) as net_owed
      from (select line.*, ${subject.id} as subject_id, ${subject.name(reader)} as subject
        from (${linesOf(read, { by: 'finished', period, reader })}) line
        where line.status in (${OrderStatus.completed}, ${OrderStatus.invoiced}) and ${equal('line.order_type', type)}) line
      group by line.subject_id, line.subject`
  }
})
