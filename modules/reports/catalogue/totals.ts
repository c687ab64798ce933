/** Reports that add up the orders finished in a period. */
import { Type } from '@sinclair/typebox'
import type { Reader } from '../../../src/kernel/access/caller.ts'
import { raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import type { Period } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { choose, column, defineReport, period } from '../definition.ts'
import { atLeast, equal } from './conditions.ts'
import { linesOf, ofOrder, storedValue } from './order-lines.ts'

const text = Type.String()
const group = { group: true }
const sum = { sum: true }

const totals = [
  column('orders', Type.Integer(), sum),
  ofOrder('tonnage', sum),
  storedValue('netValue'),
  storedValue('grossValue'),
  ofOrder('netOwed', sum),
  ofOrder('grossOwed', sum)
]

/** The fields of orders that these reports read. */
const read = [
  ...(['company', 'orderTypeItemName', 'realizationDate', 'finishedAt', 'tonnage', 'netValue', 'grossValue'] as const),
  ...(['netOwed', 'grossOwed'] as const),
  ...(['vehicleId', 'vehicle', 'driverId', 'driver', 'recycleOperatorId', 'operator'] as const)
]

/** The columns of totals, over the alias `line`. */
const added: Sql =
  raw(`count(*)::int as orders, coalesce(sum(line.tonnage), 0) as tonnage, sum(line.net_value) as net_value,
  sum(line.gross_value) as gross_value, sum(line.net_owed) as net_owed, sum(line.gross_owed) as gross_owed`)

/** What totals are of: the orders finished in a period. */
const finished = (period: Period, reader: Reader): Sql => linesOf(read, { by: 'finished', period, reader })

const isDone = sql`line.status in (${OrderStatus.completed}, ${OrderStatus.invoiced})`

export const tonnageByClient = defineReport({
  name: 'tonnageByClient',
  parameters: { ...period, Company: choose.company, MinimumTonnage: choose.number },
  columns: [ofOrder('company', group), column('tax_number', text), ofOrder('type', group), ...totals],
  sort: '-tonnage',
  statement: ({ DateFrom, DateTo, Company, MinimumTonnage }, reader) => sql`
    select line.company_id * 10 + line.order_type as key, line.client, line.tax_number, line.order_type, ${added}
    from (${finished({ from: DateFrom, to: DateTo }, reader)}) line
    where ${isDone} and ${equal('line.company_id', Company)}
    group by line.company_id, line.client, line.tax_number, line.order_type
    having ${atLeast('coalesce(sum(line.tonnage), 0)', MinimumTonnage)}`
})

export const driversAndVehicles = defineReport({
  name: 'driversAndVehicles',
  parameters: { ...period, Driver: choose.driver, Vehicle: choose.vehicle },
  columns: [ofOrder('driver', group), ofOrder('vehicle', group), column('days', Type.Integer(), sum), ...totals],
  sort: 'driver',
  statement: ({ DateFrom, DateTo, Driver, Vehicle }, reader) => sql`
    select coalesce(line.driver_id, 0)::bigint * 1000000 + coalesce(line.vehicle_id, 0) as key, line.driver, line.vehicle,
      count(distinct line.planned_on)::int as days, ${added}
    from (${finished({ from: DateFrom, to: DateTo }, reader)}) line
    where ${isDone} and ${equal('line.driver_id', Driver)} and ${equal('line.vehicle_id', Vehicle)}
    group by line.driver_id, line.driver, line.vehicle_id, line.vehicle`
})

export const operators = defineReport({
  name: 'operators',
  parameters: { ...period, Operator: choose.operator },
  columns: [ofOrder('operator', group), ofOrder('orderTypeItemName', group), ...totals],
  sort: 'operator',
  statement: ({ DateFrom, DateTo, Operator }, reader) => sql`
    select coalesce(line.operator_id, 0) || '/' || line.item as key, line.operator, line.item, ${added}
    from (${finished({ from: DateFrom, to: DateTo }, reader)}) line
    where ${isDone} and ${equal('line.operator_id', Operator)}
    group by line.operator_id, line.operator, line.item`
})

export const months = defineReport({
  name: 'months',
  parameters: { Year: choose.year, OrderType: choose.orderType },
  columns: [column('month', text, group), ofOrder('type', group), ...totals],
  sort: 'month',
  statement: ({ Year, OrderType: type }, reader) => sql`
    select to_char(line.finished_on, 'YYYY-MM') || line.order_type as key, to_char(line.finished_on, 'YYYY-MM') as month,
      line.order_type, ${added}
    from (${finished({ from: `${Year}-01-01`, to: `${Year}-12-31` }, reader)}) line
    where ${isDone} and ${equal('line.order_type', type)}
    group by to_char(line.finished_on, 'YYYY-MM'), line.order_type`
})
