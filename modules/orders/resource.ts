import type { Static } from '@sinclair/typebox'
import { languageOf } from '../../src/contract/languages.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { join, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { readMessages } from '../../src/kernel/i18n/messages.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { companyNames, joinCompany, joinPlace, placeAddress, placeAddresses } from '../companies/public.ts'
import { leftJoinOperator, leftJoinVehicle, vehicleLabel } from '../fleet/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { OptimaStatus, OrderDetails, OrderRow, OrderStatus } from './schema.ts'

const joins = {
  c: joinCompany('c', 'o.company_id'),
  p: joinPlace('p', 'o.reception_place_id'),
  i: joinItems('i', 'o.order_type_item_id'),
  v: leftJoinVehicle('v', 'o.vehicle_id'),
  d: leftJoinAccount('d', 'o.driver_id'),
  w: leftJoinOperator('w', 'o.recycle_operator_id'),
  s: leftJoinStore('s', 'o.internal_store_id'),
  t: 'left join orders.order_search t on t.order_id = o.id',
  q: 'left join orders.stops q on q.order_id = o.id'
}

const nameOfItem = ({ language }: Caller) => itemName('i', language ?? languageOf(1))
const own = (caller: Caller) => visibleTo(caller, 'o.company_id', 'o.department_id')

/** In progress, and its realization day lies before today. */
export const overdueSql = `(o.status = ${OrderStatus.inProgress} and o.realization_date < (now() at time zone 'Europe/Warsaw')::date)`

const catalogue = readMessages([new URL('./messages/', import.meta.url)])
const optimaStatusName = ({ language }: Caller): Sql => {
  const { name: vocabulary, members } = metadataOf(OptimaStatus)
  const cases = members.map(
    ({ code, name }) => sql`when ${code} then ${catalogue.say(language, `${vocabulary}.${name}`)}`
  )
  return sql`case o.optima_status ${join(cases, ' ')} end`
}

const forStaff = (expression: string) => ({ sql: expression, access: ['ADMIN'] as const })

const shared = {
  id: 'o.id',
  version: 'o.version',
  number: 'o.number',
  optimaNumber: 'o.optima_number',
  invoiceNumber: 'o.invoice_number',
  optimaStatus: 'o.optima_status',
  optimaStatusName: { sql: optimaStatusName },
  createdAt: 'o.created_at',
  finishedAt: 'o.finished_at',
  receivingDate: 'o.receiving_date',
  acceptedDate: 'o.accepted_at',
  realizationDate: 'o.realization_date',
  canceledAt: 'o.canceled_at',
  companyId: 'o.company_id',
  company: { sql: 'c.name', sort: ['c.name', 'c.id'] },
  type: 'o.order_type_id',
  currentStatus: 'o.status',
  departmentId: 'o.department_id',
  orderTypeItemName: { sql: nameOfItem, sort: ['i.name', 'i.id'] },
  quantity: 'o.quantity',
  vehicle: vehicleLabel('v'),
  netValue: 'o.net_value',
  reasonForCancellation: 'o.reason_for_cancellation',
  manually: 'o.manually'
}

/** One order, whole: the panel's details. */
export const orderDetails = defineRows({
  type: 'orders.order',
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
    driverId: forStaff('o.driver_id'),
    driver: forStaff(personName('d')),
    route: forStaff('q.route_id'),
    sequenceInRoute: forStaff('q.sequence'),
    notificationSent: forStaff('o.notification_sent'),
    cancellationComment: 'o.cancellation_comment'
  },
  visibleTo: own
})

/**
 * What history says of an order, from what to what: nothing twice, nothing that the entry's own day says, no number that only the
 * database knows, and no name of a person, for history outlives it.
 */
const told: readonly (keyof Static<typeof OrderDetails>)[] = [
  'currentStatus',
  'receptionPlace',
  'orderTypeItemName',
  'quantity',
  'quantityTaken',
  'additionalInfo',
  'paymentType',
  'netPrice',
  'netValue',
  'grossValue',
  'vatRate',
  'vatSymbol',
  'kpo',
  'tonnage',
  'internalStoreName',
  'recycleOperatorName',
  'vehicle',
  'realizationDate',
  'receivingDate',
  'notificationSent',
  'optimaStatus',
  'optimaNumber',
  'invoiceNumber',
  'reasonForCancellation',
  'cancellationComment'
]

/** The row of every order list: what is shown, sorted, searched, filtered, and what commands are judged by. */
export const orderRows = defineRows({
  type: 'orders.order',
  schema: OrderRow,
  table: 'orders.orders',
  alias: 'o',
  joins,
  fields: {
    ...shared,
    receptionPlace: { sql: placeAddress('p'), sort: ['p.city', 'p.street', 'p.id'] },
    operator: 'w.name',
    contactPhone: 'p.phone',
    notificationSent: forStaff('o.notification_sent'),
    route: forStaff('q.route_id'),
    sequenceInRoute: forStaff('q.sequence'),
    receptionCount: "coalesce(o.quantity_taken, 0) || '/' || o.quantity",
    overdue: overdueSql
  },
  visibleTo: own,
  filters: {
    OrderStatus: {
      schema: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 5 }, maxItems: 6 },
      where: (statuses: number[]) =>
        statuses.length === 1 ? sql`o.status = ${statuses[0]}` : sql`o.status = any(${statuses}::int[])`
    },
    Overdue: {
      schema: { type: 'boolean' },
      where: (wanted: boolean) => (wanted ? raw(overdueSql) : raw(`${overdueSql} is not true`))
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
  ],
  history: { rows: orderDetails, fields: told }
})
