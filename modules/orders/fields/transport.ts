/** Who drives, on which route, what the driver reports, and where the load goes. */
import { Type } from '@sinclair/typebox'
import { businessDay, joined } from '../../../src/kernel/resources/fields.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { operatorIds, vehicleIds, vehicleLabel } from '../../fleet/public.ts'
import { personName, staffIds } from '../../users/public.ts'
import { isNotified } from '../planning/notified.ts'
import { OrderStatus, StopState } from '../schema.ts'
import type { OrderFields } from './views.ts'

/** An SQL condition on the aliases of the joins: the client's tab of the collection has something to show. */
const collectionReportSql = `(reported.order_id is not null or (company.arrival_messages and orders.status = ${OrderStatus.inProgress}
  and orders.realization_date >= ${businessDay('now()')}))`

export const transport = {
  vehicleId: { schema: Nullable(Id), for: 'staff', in: ['list', 'details'] },
  /** The registration number of the vehicle that will come. */
  vehicle: {
    schema: Nullable(Type.String()),
    sql: vehicleLabel('vehicle'),
    join: 'vehicle',
    walk: { column: 'vehicle_id', values: vehicleIds },
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  // history has the account, and shows its present name (`historyAccounts`)
  driverId: { schema: Type.Optional(Nullable(Id)), for: 'staff', in: ['list', 'details', 'history'] },
  driver: {
    schema: Type.Optional(Nullable(Type.String())),
    sql: personName('driver'),
    join: 'driver',
    walk: { column: 'driver_id', values: staffIds },
    for: 'staff',
    in: ['list', 'details']
  },
  route: {
    schema: Type.Optional(Nullable(Type.Integer({ description: 'from 1 within each day' }))),
    sql: 'route.number',
    join: ['stop', 'route'],
    for: 'staff',
    in: ['list', 'details']
  },
  routeId: { schema: Type.Optional(Nullable(Id)), ...joined('stop', 'route_id'), for: 'staff', in: ['list'] },
  // stop numbers are only comparable within a route, so the sort begins with day and vehicle
  sequenceInRoute: {
    schema: Type.Optional(Nullable(Type.Integer())),
    sql: 'stop.sequence',
    join: ['stop', 'vehicle'],
    sort: ['orders.realization_date', 'vehicle.register_number', 'vehicle.id', 'stop.sequence'],
    for: 'staff',
    in: ['list', 'details', 'history']
  },
  notificationSent: {
    schema: Type.Optional(Type.Boolean({ description: 'staff only' })),
    for: 'staff',
    in: ['list', 'details', 'history']
  },
  notified: {
    schema: Type.Optional(
      Type.Boolean({
        description: 'who will drive there was notified, and the route has not changed since; staff only'
      })
    ),
    sql: () => isNotified('orders'),
    for: 'staff',
    in: ['list']
  },
  stopState: {
    // what became of the stop as its driver reports it
    schema: Type.Optional(Nullable(EnumOf(StopState))),
    sql: 'reported.state',
    join: 'reported',
    for: 'staff',
    in: ['list']
  },
  hasCollectionReport: {
    schema: Type.Boolean({
      description: 'the driver has reported on the order, or is expected and the client is told of arrivals'
    }),
    sql: collectionReportSql,
    join: ['reported', 'company'],
    for: 'everyone',
    // a panel has the row of its list where that is loaded
    in: ['list', 'details']
  },
  outsideHours: {
    schema: Type.Boolean({
      description: 'whether the driver is expected when the place lets nobody in, within the next week; staff only'
    }),
    sql: '(outside.order_id is not null)',
    join: 'outside',
    for: 'staff',
    in: ['list']
  },
  recycleOperatorId: { schema: Nullable(Id), for: 'staff', in: ['details'] },
  recycleOperatorName: {
    schema: Nullable(Type.String()),
    ...joined('operator', 'name'),
    for: 'staff',
    in: ['details', 'history', 'report']
  },
  operator: {
    schema: Nullable(Type.String()),
    ...joined('operator', 'name', { walk: { column: 'recycle_operator_id', values: operatorIds } }),
    for: 'staff',
    in: ['list']
  },
  internalStoreId: { schema: Nullable(Id), for: 'staff', in: ['details'] },
  internalStoreName: {
    schema: Nullable(Type.String()),
    ...joined('store', 'name'),
    for: 'staff',
    in: ['details', 'history']
  }
} as const satisfies OrderFields
