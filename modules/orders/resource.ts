/** The resource of orders: who sees them, its joins, filters and search. Its fields are declared in `fields/`. */

import { Type } from '@sinclair/typebox'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { visibleTo } from '../../src/kernel/access/tenancy.ts'
import { isOneOf, raw, sql } from '../../src/kernel/database/sql.ts'
import { dayFilter, filter, filterOf, maskFilter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../src/kernel/schema.ts'
import { itemIdsOf, joinItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { joinCompany, joinPlace } from '../companies/public.ts'
import { leftJoinOperator, leftJoinVehicle } from '../fleet/public.ts'
import { leftJoinAccount } from '../users/public.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { orderFields } from './fields.ts'
import { needsNumberSql, orderTexts, overdueSql } from './fragments.ts'
import { isNotifiedInList } from './planning/notified.ts'
import { clientEvents } from './rules.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

export const orders = defineResource({
  type: 'orders.order',
  title: 'order',
  path: '/api/Admin/Orders',
  itemPath: '/api/Admin/Orders/:id/details',
  historyPath: '/api/Admin/Orders/:id/history',
  panel: 'orders.panel',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  scope: 'orders:read',
  visibleTo: reader => visibleTo(reader, 'orders.company_id', 'orders.department_id'),
  ...orderFields,
  table: 'orders.orders',
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
    reported: 'left join orders.stop_states reported on reported.order_id = orders.id',
    outside: 'left join orders.outside_hours outside on outside.order_id = orders.id',
    thread: 'left join orders.comment_threads thread on thread.order_id = orders.id'
  },
  clientHistory: { view: 'clientHistory', events: clientEvents },
  historyAccounts: { driverId: 'driver' },
  filters: {
    OrderId: filter(Id, id => sql`orders.id = ${id}`),
    CompanyId: filter(Id, id => sql`orders.company_id = ${id}`),
    ReceptionPlaceId: filter(Id, id => sql`orders.reception_place_id = ${id}`),
    OrderStatus: filter(Type.Array(EnumOf(OrderStatus), { maxItems: 6 }), statuses =>
      isOneOf('orders.status', statuses)
    ),
    Overdue: filter(Type.Boolean(), wanted => raw(wanted ? overdueSql : `${overdueSql} is not true`)),
    OptimaStatus: filterOf(
      'optimaStatus',
      filter(EnumOf(OptimaStatus), status => sql`orders.optima_status = ${status}`)
    ),
    /** Only of completed orders: those placed by staff are never sent, and wait until a person types their accounting number. */
    NeedsNumber: filterOf(
      'manually',
      filter(Type.Boolean(), wanted => raw(wanted ? needsNumberSql : `not ${needsNumberSql}`))
    ),
    Unanswered: filterOf(
      'unansweredComment',
      filter(Type.Boolean(), wanted => raw(wanted ? 'thread.unanswered' : 'thread.unanswered is not true'), 'thread')
    ),
    RealizationDate: dayFilter('orders.realization_date'),
    WishedDate: dayFilter('orders.wished_date'),
    Urgent: filter(Type.Boolean(), wanted => sql`orders.urgent = ${wanted}`),
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
    PostalCode: maskFilter('99-999', 'place.postal_code', 'place')
  },
  search: { key: 'orders.id', of: orderTexts, age: 'createdAt' },
  found: { name: 'number', details: ['company', 'receptionPlace', 'realizationDate'], icon: 'inbox', place: 1 },
  sort: '-createdAt',
  divided: { column: 'status', filter: 'OrderStatus', values: codesOf(OrderStatus) },
  counter: { list: 'orders', filter: 'OrderStatus' }
})
