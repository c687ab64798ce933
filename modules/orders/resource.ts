/** The resource of the module: who sees an order, where each of its fields comes from, how orders are filtered and found. */

import { Type } from '@sinclair/typebox'
import type { Role } from '../../src/contract/roles.ts'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { isOneOf, raw, rowsOf, sql } from '../../src/kernel/database/sql.ts'
import { day, filter, joined, label } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { itemIds, itemName, joinItems } from '../catalogue/public.ts'
import { companyNames, joinCompany, joinPlace, placeAddress, placeAddresses } from '../companies/public.ts'
import { leftJoinOperator, leftJoinVehicle, operatorIds, vehicleIds, vehicleLabel } from '../fleet/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { OptimaStatus, OrderSchema, OrderStatus } from './schema.ts'
import { views } from './views.ts'

/** Over the alias `orders`: in progress, and its realization day lies before today. */
export const overdueSql = `(orders.status = ${OrderStatus.inProgress}
  and orders.realization_date < (now() at time zone 'Europe/Warsaw')::date)`

const byItem = { column: 'order_type_item_id', values: itemIds }

/** How an order is driven is not for clients. */
const forStaff = { access: ['ADMIN'] as readonly Role[] }

export const orders = defineResource({
  type: 'orders.order',
  title: 'order',
  path: '/api/Admin/Orders',
  itemPath: '/api/Admin/Orders/:id/details',
  historyPath: '/api/Admin/Orders/:id/history',
  panel: 'orders.panel',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  visibleTo: reader => visibleTo(reader, 'orders.company_id', 'orders.department_id'),
  schema: OrderSchema,
  views,
  table: 'orders.orders',
  alias: 'orders',
  joins: {
    company: joinCompany('company', 'orders.company_id'),
    place: joinPlace('place', 'orders.reception_place_id'),
    item: joinItems('item', 'orders.order_type_item_id'),
    vehicle: leftJoinVehicle('vehicle', 'orders.vehicle_id'),
    driver: leftJoinAccount('driver', 'orders.driver_id'),
    operator: leftJoinOperator('operator', 'orders.recycle_operator_id'),
    store: leftJoinStore('store', 'orders.internal_store_id'),
    stop: 'left join orders.stops stop on stop.order_id = orders.id'
  },
  fields: {
    currentStatus: { sql: 'orders.status', walk: { column: 'status', values: rowsOf(codesOf(OrderStatus)) } },
    currentStatusId: 'status',
    createdAt: day('orders.created_at'),
    company: joined('company', 'name', { sort: ['company.name', 'company.id'] }),
    receptionPlace: { sql: placeAddress('place'), join: 'place', sort: ['place.city', 'place.street', 'place.id'] },
    receptionPlacePhone: joined('place', 'phone'),
    contactPhone: joined('place', 'phone'),
    // Few items, and each is of one type: the types are walked by their items.
    type: { sql: 'orders.order_type_id', join: 'item', sort: ['item.order_type_id'], walk: byItem },
    orderTypeItemName: {
      sql: ({ language }) => itemName('item', language),
      join: 'item',
      sort: ['item.name', 'item.id'],
      walk: byItem
    },
    acceptedDate: day('orders.accepted_at'),
    vehicle: { sql: vehicleLabel('vehicle'), join: 'vehicle', walk: { column: 'vehicle_id', values: vehicleIds } },
    driverId: { sql: 'orders.driver_id', ...forStaff },
    driver: { sql: personName('driver'), join: 'driver', ...forStaff },
    route: joined('stop', 'route_id', forStaff),
    sequenceInRoute: joined('stop', 'sequence', forStaff),
    notificationSent: { sql: 'orders.notification_sent', ...forStaff },
    overdue: { sql: overdueSql },
    finishedAt: { ...day('orders.finished_at'), walk: 'parts' },
    receivingDate: { sql: 'orders.receiving_date', walk: 'parts' },
    quantity: { sql: 'orders.quantity', walk: 'parts' },
    netValue: { sql: 'orders.net_value', walk: 'parts' },
    optimaNumber: { sql: 'orders.optima_number', walk: 'parts' },
    invoiceNumber: { sql: 'orders.invoice_number', walk: 'parts' },
    receptionCount: {
      sql: "coalesce(orders.quantity_taken, 0) || '/' || orders.quantity",
      sort: ['coalesce(orders.quantity_taken, 0)', 'orders.quantity'],
      walk: 'parts'
    },
    recycleOperatorName: joined('operator', 'name'),
    operator: joined('operator', 'name', { walk: { column: 'recycle_operator_id', values: operatorIds } }),
    internalStoreName: joined('store', 'name'),
    optimaStatusName: label(OptimaStatus, 'orders.optima_status', new URL('./messages/', import.meta.url)),
    canceledAt: day('orders.canceled_at')
  },
  filters: {
    OrderStatus: filter(Type.Array(Type.Integer({ minimum: 0, maximum: 5 }), { maxItems: 6 }), statuses =>
      isOneOf('orders.status', statuses)
    ),
    Overdue: filter(Type.Boolean(), wanted => raw(wanted ? overdueSql : `${overdueSql} is not true`)),
    PostalCode: filter(
      Type.String({ maxLength: 6, pattern: '^[0-9]{0,2}-?[0-9]{0,3}$' }),
      code => sql`place.postal_code like ${`${code}%`}`,
      'place'
    )
  },
  search: [
    {
      key: 'orders.id',
      // Looked up row by row: for a client of many orders a join would read everybody's.
      text: '(select words.text from orders.order_search words where words.order_id = orders.id)',
      of: { table: 'orders.order_search', id: 'order_id', text: 'text' }
    },
    { key: 'orders.company_id', text: 'company.name', join: 'company', of: companyNames },
    { key: 'orders.reception_place_id', text: placeAddress('place'), join: 'place', of: placeAddresses }
  ],
  sort: '-createdAt',
  divided: { column: 'status', filter: 'OrderStatus', values: codesOf(OrderStatus) },
  counter: { list: 'orders', filter: 'OrderStatus' }
})
