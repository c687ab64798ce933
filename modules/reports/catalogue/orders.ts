/** Reports of orders, with one row for each order. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { Day, EnumOf, Money, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { orderLines, orderReport } from '../../orders/public.ts'
import { OrderStatus, unitBy } from '../../orders/schema.ts'
import { choose, column, created, defineReport, period } from '../definition.ts'
import { containing, equal } from './conditions.ts'

const text = Type.String()
const group = { group: true }
const sum = { sum: true }
const label = (name: string) => ({ label: `orders.order.${name}` })

const columns = [
  column('number', text, label('number')),
  column('created_on', Day, { ...group, ...label('createdAt') }),
  column('status', EnumOf(OrderStatus), { ...group, ...label('currentStatus') }),
  column('client', text, { ...group, ...label('company') }),
  column('place', text, { ...group, ...label('receptionPlace') }),
  column('order_type', EnumOf(OrderType), { ...group, ...label('type') }),
  column('item', text, { ...group, ...label('orderTypeItemName') }),
  column('quantity', Type.Integer(unitBy('order_type')), { ...sum, ...label('quantity') }),
  column('quantity_taken', Type.Integer(unitBy('order_type')), { ...sum, ...label('quantityTaken') }),
  column('tonnage', Tonnes, { ...sum, ...label('tonnage') }),
  column('accepted_on', Day, label('acceptedDate')),
  column('planned_on', Day, { ...group, ...label('realizationDate') }),
  column('received_on', Day, { ...group, ...label('receivingDate') }),
  column('finished_on', Day, label('finishedAt')),
  column('vehicle', text, { ...group, ...label('vehicle') }),
  column('driver', text, { ...group, ...label('driver') }),
  column('operator', text, { ...group, ...label('operator') }),
  column('kpo', text, label('kpo')),
  column('payment', EnumOf(PaymentType), { ...group, ...label('paymentType') }),
  column('net_price', Money, label('netPrice')),
  column('net_value', Money, { ...sum, ...label('netValue') }),
  column('vat_value', Money, { ...sum, ...label('vatValue') }),
  column('gross_value', Money, { ...sum, ...label('grossValue') }),
  column('accounting_number', text, label('optimaNumber')),
  column('invoice_number', text, label('invoiceNumber'))
]

/** Orders placed in a period. */
export const orders = defineReport({
  name: 'orders',
  parameters: { ...period, Company: choose.company, OrderType: choose.orderType, Status: choose.status },
  columns,
  sort: '-number',
  statement: ({ DateFrom, DateTo, Company, OrderType: type, Status: status }, { language }) => sql`
    select line.id as key, line.* from (${orderLines(language, 'placed', { from: DateFrom, to: DateTo })}) line
    where ${equal('line.company_id', Company)} and ${equal('line.order_type', type)} and ${equal('line.status', status)}`
})

/** Orders of a status created in a period: the order report of the specification, whose form and call are in the module of orders. */
export const ordersByStatus = defineReport({
  name: 'orderReport',
  parameters: { ...created, currentStatus: choose.status },
  columns,
  sort: '-number',
  own: orderReport,
  statement: ({ createdFrom, createdTo, currentStatus }, { language }) => sql`
    select line.id as key, line.* from (${orderLines(language, 'placed', { from: createdFrom, to: createdTo })}) line
    where ${equal('line.status', currentStatus)}`
})

/** The collected waste, with the numbers of the waste transfer cards (KPO). */
export const kpoRegister = defineReport({
  name: 'kpoRegister',
  parameters: { ...period, Company: choose.company, Kpo: choose.text },
  columns: [
    column('kpo', text, label('kpo')),
    column('received_on', Day, { ...group, ...label('receivingDate') }),
    column('client', text, { ...group, ...label('company') }),
    column('tax_number', text),
    column('place', text, { ...group, ...label('receptionPlace') }),
    column('item', text, { ...group, ...label('orderTypeItemName') }),
    column('tonnage', Tonnes, { ...sum, ...label('tonnage') }),
    column('operator', text, { ...group, ...label('operator') }),
    column('vehicle', text, { ...group, ...label('vehicle') }),
    column('driver', text, { ...group, ...label('driver') }),
    column('number', text, label('number'))
  ],
  sort: 'kpo',
  statement: ({ DateFrom, DateTo, Company, Kpo }, { language }) => sql`
    select line.id as key, line.* from (${orderLines(language, 'finished', { from: DateFrom, to: DateTo })}) line
    where line.status in (${OrderStatus.completed}, ${OrderStatus.invoiced}) and line.kpo is not null
      and ${equal('line.company_id', Company)} and ${Kpo ? containing('line.kpo', Kpo) : raw('true')}`
})
