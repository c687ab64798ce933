/** The resource of orders: who sees them, the SQL of each field, filters and search. */

import { Type } from '@sinclair/typebox'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { isClient, type Reader } from '../../src/kernel/access/caller.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { isOneOf, raw, rowsOf, type Sql, sql } from '../../src/kernel/database/sql.ts'
import {
  businessDay,
  day,
  dayFilter,
  filter,
  filterOf,
  joined,
  label,
  postalCodeFilter
} from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../src/kernel/schema.ts'
import { itemIds, itemIdsOf, itemName, joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { joinCompany, joinPlace, placeAddress } from '../companies/public.ts'
import { leftJoinOperator, leftJoinVehicle, operatorIds, vehicleIds, vehicleLabel } from '../fleet/public.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { isNotified, isNotifiedInList } from './planning/notified.ts'
import { orderTexts } from './public.ts'
import { OptimaStatus, OrderSchema, OrderStatus } from './schema.ts'
import { views } from './views.ts'
import { clientEvents, fieldAccess } from './visibility.ts'

/** An SQL condition on the alias `orders`: in progress, and the realization day is before today. */
export const overdueSql = `(orders.status = ${OrderStatus.inProgress}
  and orders.realization_date < ${businessDay('now()')})`

/** The number of comments that the reader may read. */
const commentsFor = (reader: Reader): Sql =>
  raw(isClient(reader) ? 'coalesce(thread.shared, 0)' : 'coalesce(thread.shared + thread.internal, 0)')

/** For fields whose values differ widely between order types: their sort walks the orders type by type. */
const byType = { partsBy: { column: 'order_type_id', filter: 'OrderType', values: codesOf(OrderType) } }

const byItem = { column: 'order_type_item_id', values: itemIds }

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
    stop: 'left join orders.stops stop on stop.order_id = orders.id',
    route: { sql: 'left join orders.routes route on route.id = stop.route_id', after: 'stop' },
    thread: 'left join orders.comment_threads thread on thread.order_id = orders.id'
  },
  fields: {
    currentStatus: { sql: 'orders.status', walk: { column: 'status', values: rowsOf(codesOf(OrderStatus)) } },
    currentStatusId: 'status',
    createdAt: day('orders.created_at'),
    company: joined('company', 'name', { sort: ['company.name', 'company.id'], walk: { column: 'company_id' } }),
    receptionPlace: {
      sql: placeAddress('place'),
      join: 'place',
      sort: ['place.city', 'place.street', 'place.id'],
      walk: { column: 'reception_place_id' }
    },
    receptionPlacePhone: joined('place', 'phone'),
    contactPhone: joined('place', 'phone'),
    // there are few items, and each is of one type, so the types are walked by their items
    type: { sql: 'orders.order_type_id', join: 'item', sort: ['item.order_type_id'], walk: byItem },
    orderTypeItemName: {
      sql: ({ language }) => itemName('item', language),
      join: 'item',
      sort: ['item.name', 'item.id'],
      walk: byItem
    },
    acceptedDate: day('orders.accepted_at'),
    vehicle: { sql: vehicleLabel('vehicle'), join: 'vehicle', walk: { column: 'vehicle_id', values: vehicleIds } },
    driver: { sql: personName('driver'), join: 'driver' },
    route: { sql: 'route.number', join: ['stop', 'route'] },
    routeId: joined('stop', 'route_id'),
    // stop numbers are only comparable within a route, so the sort begins with day and vehicle
    sequenceInRoute: {
      sql: 'stop.sequence',
      join: ['stop', 'vehicle'],
      sort: ['orders.realization_date', 'vehicle.register_number', 'vehicle.id', 'stop.sequence']
    },
    notified: { sql: () => isNotified('orders') },
    overdue: { sql: overdueSql },
    finishedAt: { ...day('orders.finished_at'), walk: 'parts' },
    receivingDate: { sql: 'orders.receiving_date', walk: 'parts' },
    quantity: { sql: 'orders.quantity', walk: byType },
    load: {
      sql: `case when orders.order_type_id = ${OrderType.tonnage} then orders.quantity
        else orders.quantity * item.value end`,
      join: 'item'
    },
    hasAdditionalInfo: { sql: "coalesce(orders.additional_info, '') <> ''" },
    netValue: { sql: 'orders.net_value', walk: byType },
    optimaNumber: { sql: 'orders.optima_number', walk: 'parts' },
    invoiceNumber: { sql: 'orders.invoice_number', walk: 'parts' },
    handedOver: {
      sql: `(orders.status = ${OrderStatus.completed} and orders.optima_status <> ${OptimaStatus.notSent})`
    },
    booked: { sql: `(orders.status = ${OrderStatus.completed} and orders.optima_number is not null)` },
    invoiceFinal: {
      sql: `(orders.status = ${OrderStatus.invoiced}
        and ${businessDay('orders.invoiced_by_hand_at')} is distinct from ${businessDay('now()')})`
    },
    receptionCount: {
      sql: "coalesce(orders.quantity_taken, 0) || '/' || orders.quantity",
      sort: ['coalesce(orders.quantity_taken, 0)', 'orders.quantity'],
      walk: byType
    },
    recycleOperatorName: joined('operator', 'name'),
    operator: joined('operator', 'name', { walk: { column: 'recycle_operator_id', values: operatorIds } }),
    internalStoreName: joined('store', 'name'),
    optimaStatusName: label(OptimaStatus, 'orders.optima_status', new URL('./messages/', import.meta.url)),
    commentsCount: { sql: reader => commentsFor(reader), join: 'thread' },
    hasComments: { sql: reader => sql`${commentsFor(reader)} > 0`, join: 'thread' },
    unansweredComment: { sql: 'coalesce(thread.unanswered, false)', join: 'thread' },
    canceledAt: day('orders.canceled_at')
  },
  fieldAccess,
  clientHistory: { view: 'clientHistory', events: clientEvents },
  filters: {
    OrderId: filter(Id, id => sql`orders.id = ${id}`),
    ReceptionPlaceId: filter(Id, id => sql`orders.reception_place_id = ${id}`),
    OrderStatus: filter(Type.Array(EnumOf(OrderStatus), { maxItems: 6 }), statuses =>
      isOneOf('orders.status', statuses)
    ),
    Overdue: filter(Type.Boolean(), wanted => raw(wanted ? overdueSql : `${overdueSql} is not true`)),
    OptimaStatus: filterOf(
      'optimaStatus',
      filter(EnumOf(OptimaStatus), status => sql`orders.optima_status = ${status}`)
    ),
    Unanswered: filterOf(
      'unansweredComment',
      filter(Type.Boolean(), wanted => raw(wanted ? 'thread.unanswered' : 'thread.unanswered is not true'), 'thread')
    ),
    RealizationDate: dayFilter('orders.realization_date'),
    // the same expression as in the index
    VehicleId: filterOf(
      'vehicleId',
      filter(Id, id => sql`coalesce(orders.vehicle_id, 0) = ${id}`)
    ),
    DriverId: filterOf(
      'driverId',
      filter(Id, id => sql`orders.driver_id = ${id}`)
    ),
    NotificationSent: filterOf(
      'notificationSent',
      filter(Type.Boolean(), wanted => (wanted ? isNotifiedInList('orders') : sql`not ${isNotifiedInList('orders')}`))
    ),
    // by the items of the type, because the index has the item
    OrderType: filter(EnumOf(OrderType), type => sql`orders.order_type_item_id = any(array(${itemIdsOf(type)}))`),
    RouteId: filterOf(
      'routeId',
      filter(Id, id => sql`stop.route_id = ${id}`, 'stop')
    ),
    PostalCode: postalCodeFilter('place.postal_code', 'place')
  },
  search: { key: 'orders.id', of: orderTexts, age: 'createdAt' },
  found: { name: 'number', details: ['company', 'receptionPlace'], icon: 'inbox', place: 1 },
  sort: '-createdAt',
  divided: { column: 'status', filter: 'OrderStatus', values: codesOf(OrderStatus) },
  counter: { list: 'orders', filter: 'OrderStatus' }
})
