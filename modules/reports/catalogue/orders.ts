/** Reports of orders, with one row for each order. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { orderReport } from '../../orders/public.ts'
import { OrderStatus, wasteCode } from '../../orders/schema.ts'
import { choose, column, created, defineReport, period } from '../definition.ts'
import { containing, equal } from './conditions.ts'
import { linesOf, ofOrder, storedValue } from './order-lines.ts'

const text = Type.String()
const group = { group: true }
const sum = { sum: true }

const columns = [
  ofOrder('number'),
  ofOrder('createdAt', group),
  ofOrder('currentStatus', group),
  ofOrder('company', group),
  ofOrder('receptionPlace', group),
  ofOrder('type', group),
  ofOrder('orderTypeItemName', group),
  ofOrder('quantity', sum),
  ofOrder('quantityTaken', sum),
  ofOrder('tonnage', sum),
  ofOrder('acceptedDate'),
  ofOrder('wishedDate', group),
  ofOrder('wishedPart', group),
  ofOrder('urgent', group),
  ofOrder('realizationDate', group),
  ofOrder('receivingDate', group),
  ofOrder('finishedAt'),
  ofOrder('vehicle', group),
  ofOrder('driver', group),
  ofOrder('operator', group),
  ofOrder('kpo'),
  ofOrder('paymentType', group),
  ofOrder('netPrice'),
  storedValue('netValue'),
  storedValue('vatValue'),
  storedValue('grossValue'),
  ofOrder('netOwed', sum),
  ofOrder('grossOwed', sum),
  ofOrder('optimaNumber'),
  ofOrder('invoiceNumber')
]

const kpoColumns = [
  ofOrder('kpo'),
  ofOrder('receivingDate', group),
  ofOrder('company', group),
  column('tax_number', text),
  ofOrder('receptionPlace', group),
  ofOrder('orderTypeItemName', group),
  ofOrder('tonnage', sum),
  ofOrder('operator', group),
  ofOrder('vehicle', group),
  ofOrder('driver', group),
  ofOrder('number'),
  column('place_bdo', text),
  column('waste_code', text)
]

/** Orders placed in a period. */
export const orders = defineReport({
  name: 'orders',
  parameters: { ...period, Company: choose.company, OrderType: choose.orderType, Status: choose.status },
  columns,
  sort: '-number',
  statement: ({ DateFrom, DateTo, Company, OrderType: type, Status: status }, reader) => sql`
    select line.id as key, line.* from (${linesOf(columns, { by: 'placed', period: { from: DateFrom, to: DateTo }, reader })}) line
    where ${equal('line.company_id', Company)} and ${equal('line.order_type', type)} and ${equal('line.status', status)}`
})

/** Orders of a status created in a period: the order report of the specification, whose form and call are in the module of orders. */
export const ordersByStatus = defineReport({
  name: 'orderReport',
  parameters: { ...created, currentStatus: choose.status },
  columns,
  sort: '-number',
  own: orderReport,
  statement: ({ createdFrom, createdTo, currentStatus }, reader) => sql`
    select line.id as key, line.* from (${linesOf(columns, { by: 'placed', period: { from: createdFrom, to: createdTo }, reader })}) line
    where ${equal('line.status', currentStatus)}`
})

/** The collected waste, with the numbers of the waste transfer cards (KPO). */
export const kpoRegister = defineReport({
  name: 'kpoRegister',
  parameters: { ...period, Company: choose.company, Kpo: choose.text },
  columns: kpoColumns,
  sort: 'kpo',
  statement: ({ DateFrom, DateTo, Company, Kpo }, reader) => sql`
    select line.id as key, line.*, ${wasteCode}::text as waste_code from (${linesOf(kpoColumns, { by: 'finished', period: { from: DateFrom, to: DateTo }, reader, withPlaceBdo: true })}) line
    where line.status in (${OrderStatus.completed}, ${OrderStatus.invoiced}) and line.kpo is not null
      and ${equal('line.company_id', Company)} and ${Kpo ? containing('line.kpo', Kpo) : raw('true')}`
})
