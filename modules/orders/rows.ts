import type { Caller } from '../../src/kernel/caller.ts'
import { languageOf } from '../../src/kernel/messages.ts'
import { defineRows } from '../../src/kernel/rows.ts'
import { sql } from '../../src/kernel/sql.ts'
import { visibleTo } from '../../src/kernel/tenancy.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { companyNames, joinCompany, joinPlace, placeAddress, placeAddresses } from '../companies/public.ts'
import { OrderDetails, OrderRow, OrderStatus } from './schema.ts'

const joins = {
  c: joinCompany('c', 'o.company_id'),
  p: joinPlace('p', 'o.reception_place_id'),
  i: joinItems('i', 'o.order_type_item_id'),
  v: 'left join fleet.vehicles v on v.id = o.vehicle_id',
  w: 'left join fleet.operators w on w.id = o.recycle_operator_id',
  s: 'left join warehouse.internal_stores s on s.id = o.internal_store_id',
  t: 'left join orders.order_search t on t.order_id = o.id'
}

const vehicle = "v.register_number || ', ' || v.brand || ' ' || v.model"
const nameOfItem = ({ language }: Caller) => itemName('i', language ?? languageOf(1))
const own = (caller: Caller) => visibleTo(caller, 'o.company_id', 'o.department_id')

const shared = {
  id: 'o.id',
  version: 'o.version',
  number: 'o.number',
  optimaNumber: 'o.optima_number',
  invoiceNumber: 'o.invoice_number',
  optimaStatus: 'o.optima_status',
  createdAt: 'o.created_at',
  finishedAt: 'o.finished_at',
  receivingDate: 'o.receiving_date',
  acceptedDate: 'o.accepted_at',
  companyId: 'o.company_id',
  company: { sql: 'c.name', sort: ['c.name', 'c.id'] },
  type: 'o.order_type_id',
  currentStatus: 'o.status',
  departmentId: 'o.department_id',
  orderTypeItemName: { sql: nameOfItem, sort: ['i.name', 'i.id'] },
  quantity: 'o.quantity',
  vehicle,
  netValue: 'o.net_value',
  manually: 'o.manually'
}

/** The row of every order list: what is shown, sorted, searched, filtered, and what commands are judged by. */
export const orderRows = defineRows({
  noun: 'orders.order',
  schema: OrderRow,
  table: 'orders.orders',
  alias: 'o',
  joins,
  fields: {
    ...shared,
    receptionPlace: { sql: placeAddress('p'), sort: ['p.city', 'p.street', 'p.id'] },
    operator: 'w.name',
    contactPhone: 'p.phone',
    notificationSent: 'o.notification_sent',
    route: 'o.route',
    sequenceInRoute: 'o.sequence_in_route',
    receptionCount: "coalesce(o.quantity_taken, 0) || '/' || o.quantity",
    overdue: `o.status = ${OrderStatus.inProgress} and o.realization_date < (now() at time zone 'Europe/Warsaw')::date`
  },
  visibleTo: own,
  filters: {
    OrderStatus: {
      schema: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 5 }, maxItems: 6 },
      where: (statuses: number[]) =>
        statuses.length === 1 ? sql`o.status = ${statuses[0]}` : sql`o.status = any(${statuses}::int[])`
    },
    PostalCode: {
      schema: { type: 'string', maxLength: 6, pattern: '^[0-9]{0,2}-?[0-9]{0,3}$' },
      where: (code: string) => sql`p.postal_code like ${`${code}%`}`
    }
  },
  search: [
    { key: 'o.id', text: 't.text', of: { table: 'orders.order_search', id: 'order_id', text: 'text' } },
    { key: 'o.company_id', text: 'c.name', of: companyNames },
    { key: 'o.reception_place_id', text: placeAddress('p'), of: placeAddresses }
  ]
})

/** One order, whole: the panel's details. */
export const orderDetails = defineRows({
  noun: 'orders.order',
  schema: OrderDetails,
  table: 'orders.orders',
  alias: 'o',
  joins,
  fields: {
    ...shared,
    receptionPlaceId: 'o.reception_place_id',
    receptionPlace: placeAddress('p'),
    receptionPlacePhone: 'p.phone',
    orderTypeId: 'o.order_type_id',
    orderTypeItemId: 'o.order_type_item_id',
    currentStatusId: 'o.status',
    quantityTaken: 'o.quantity_taken',
    additionalInfo: 'o.additional_info',
    paymentType: 'o.payment_type',
    netPrice: 'o.net_price',
    grossPrice: 'o.gross_price',
    grossValue: 'o.gross_value',
    vatValue: 'o.vat_value',
    vatRate: 'o.vat_rate',
    vatSymbol: 'o.vat_symbol',
    kpo: 'o.kpo',
    tonnage: 'o.tonnage',
    internalStoreId: 'o.internal_store_id',
    internalStoreName: 's.name',
    recycleOperatorId: 'o.recycle_operator_id',
    recycleOperatorName: 'w.name',
    vehicleId: 'o.vehicle_id',
    realizationDate: 'o.realization_date',
    reasonForCancellation: 'o.reason_for_cancellation',
    cancellationComment: 'o.cancellation_comment'
  },
  visibleTo: own
})
