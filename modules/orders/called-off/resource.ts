/**
 * Routes that a driver was notified of and that have no order left for this driver: the orders were planned elsewhere, restored, canceled,
 * or finished by somebody else. Without a message the driver would make the trip all the same. Such a route is listed in the planner's
 * day until the driver is notified that it is called off, or until the planner says that this is not needed. Past days are left out.
 */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay, filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Day, Id, Version } from '../../../src/kernel/schema.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { isUnderWay } from '../../notifications/public.ts'
import { joinAccount, personName } from '../../users/public.ts'
import { hasStopsAhead, withdrawnSql } from '../planning/notified.ts'
import { orders } from '../resource.ts'

/** SQL over a withdrawn stop `w`: no message that says so is on its way. */
export const hasNoMessageUnderWay = `not ${isUnderWay(orders.type, 'w.order_id', 'w.driver_id', withdrawnSql('w.route_id'))}`

const withoutMessage = `from orders.withdrawn_stops w
  where w.route_id = called.route_id and w.driver_id = called.driver_id and ${hasNoMessageUnderWay}`

/** The rule. All that reads it reads the field `calledOff`: the list, the buttons and the commands under lock. */
const calledOff = `(route.day >= ${businessDay('now()')} and exists (select 1 ${withoutMessage})
  and not ${hasStopsAhead('called.route_id', 'called.driver_id')})`

export const calledOffRoutes = defineResource({
  type: 'orders.calledOff',
  title: 'called-off route',
  path: '/api/Admin/Orders/called-off',
  access: ['ADMIN'],
  serves: ['list', 'history'],
  schema: Type.Object({
    id: Id,
    version: Version,
    day: Type.String(Day),
    number: Type.Integer({ minimum: 1, description: 'of the route, from 1 within each day' }),
    registerNumber: Type.String(),
    driver: Type.String(),
    orders: Type.Integer({
      minimum: 0,
      description: 'of which the driver was notified, and not yet that they are called off'
    }),
    calledOff: Type.Boolean({ description: 'the driver is still to be notified that it is called off' })
  }),
  views: {
    list: ['id', 'version', 'day', 'number', 'registerNumber', 'driver', 'orders', 'calledOff'],
    history: ['calledOff']
  },
  table: 'orders.driver_routes',
  alias: 'called',
  joins: {
    route: 'join orders.routes route on route.id = called.route_id',
    vehicle: { sql: joinVehicle('vehicle', 'route.vehicle_id'), after: 'route' },
    driver: joinAccount('driver', 'called.driver_id')
  },
  fields: {
    day: { sql: 'route.day', join: 'route' },
    number: { sql: 'route.number', join: 'route' },
    registerNumber: { sql: 'vehicle.register_number', join: ['route', 'vehicle'] },
    driver: { sql: personName('driver'), join: 'driver' },
    orders: { sql: `(select count(*)::int ${withoutMessage})` },
    calledOff: { sql: calledOff, join: 'route' }
  },
  filters: {
    CalledOff: filter(Type.Boolean(), wanted => (wanted ? raw(calledOff) : sql`not ${raw(calledOff)}`), 'route')
  },
  sort: 'day'
})
