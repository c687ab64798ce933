import { Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import type { Schema } from '../../../src/contract/schema.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { maxPageSize } from '../../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ItemResponse, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { dayToPlanRoute } from './day-to-plan.ts'
import { daysOf, routeOfDay, summariesOf } from './days.ts'
import { doubtsOf, PlanDoubts } from './doubts.ts'
import { PlanPlace, placesOf } from './places.ts'
import { DaySummary, MatchedVehicles, NearStore, RouteOfDay, RouteSummary } from './schema.ts'
import { storesOf } from './stores.ts'
import { matchedVehicles } from './vehicles.ts'

const VehicleQuery = Type.Object({
  OrdersId: Type.Array(Id, { maxItems: 500, default: [], description: 'repeated: one for each order' }),
  DriverNameOrRegistrationNumber: Type.Optional(Type.String({ maxLength: 100 })),
  VehicleId: Type.Optional(Id),
  day: Type.Optional(Day),
  OwnVehicles: Type.Boolean({
    default: false,
    description: 'only those that the orders are planned with, each for its own orders'
  }),
  ByDriver: Type.Boolean({ default: false, description: 'by the driver’s name instead' }),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: maxPageSize, default: 50 })
})

const Ids = Type.String({ maxLength: 3000 })
/** Routes of one call: more than stand on a screen. */
const maxRoutes = 200
const maxDays = 100
const maxOrders = 500
const Days = Type.Array(Type.String(Day), { minItems: 1, maxItems: maxDays })

const OptionalId = Type.Optional(Type.String({ pattern: '^\\d{0,9}$', description: 'blank: each order’s own' }))

export const planningRoutes = [
  dayToPlanRoute,
  defineRoute({
    url: '/api/Admin/Vehicles/matched-vehicles',
    access: ['ADMIN'],
    summary:
      'Vehicles for the orders: the proposed one first, then those that carry all of it, by the room that is left that day; without a day, on the days that the orders are planned for',
    query: VehicleQuery,
    answer: MatchedVehicles,
    run: async ({
      services,
      caller,
      query: { OrdersId, DriverNameOrRegistrationNumber, VehicleId, day, OwnVehicles, ByDriver, page, limit }
    }) => {
      const text = DriverNameOrRegistrationNumber?.trim()
      const question = {
        orderIds: OrdersId,
        day,
        text,
        vehicleId: VehicleId,
        ownVehicles: OwnVehicles,
        byDriver: ByDriver,
        page,
        limit
      }
      return orNotFound(await matchedVehicles(services.db, question, caller.language))
    }
  }),
  defineRoute({
    url: '/api/Admin/Vehicles/:id/route',
    access: ['ADMIN'],
    summary: 'Stops of a vehicle on a day, in their order, and what stands over them',
    query: Type.Object({ day: Day }),
    answer: RouteOfDay,
    run: async ({ services, caller, id, query: { day } }) => {
      orNotFound(
        await queryOne(services.db, sql`select v.id from (select ${id}::int as id) a ${joinVehicle('v', 'a.id')}`)
      )
      return routeOfDay(services.db, { vehicleId: id, day }, caller.language)
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/routes',
    access: ['ADMIN'],
    summary: `What stands over the orders of each route: load, places, way, who was notified; at most ${maxRoutes}`,
    query: Type.Object({
      ids: Type.Union([Ids, Type.Array(Ids, { maxItems: maxRoutes })], { description: '`1,2,3`, or repeated' })
    }),
    replica: true,
    answer: ListResponse(RouteSummary),
    run: async ({ services, caller, query: { ids } }) => {
      const wanted = readIds(ids) ?? refuseField('ids', 'orders.routes.ids')
      if (wanted.length > maxRoutes) refuseField('ids', 'orders.routes.ids')
      const data = await summariesOf(services.db, wanted, caller.language)
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/days',
    access: ['ADMIN'],
    summary: `What stands over all routes of each day; at most ${maxDays}`,
    query: Type.Object({ ids: Type.String({ maxLength: 2000, description: 'days: `2026-11-23,2026-11-24`' }) }),
    replica: true,
    answer: ListResponse(DaySummary),
    run: async ({ services, caller, query: { ids } }) => {
      const days = [...new Set(ids.split(',').map(day => day.trim()))]
      if (check(Days as Schema, days).length > 0) refuseField('ids', 'orders.days.ids')
      const data = await daysOf(services.db, days, caller.language)
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/plan-places',
    access: ['ADMIN'],
    summary:
      'Where the orders are that are planned for the day, and those that wait for a plan; of more than fit the oldest (`totalCapped`)',
    query: Type.Object({ day: Day }),
    replica: true,
    answer: ListResponse(PlanPlace),
    run: async ({ services, query: { day } }) => {
      const { places, isCut } = await placesOf(services.db, day)
      return { data: [...places], total: places.length, ...(isCut && { totalCapped: true as const }) }
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/plan-doubts',
    access: ['ADMIN'],
    summary: 'What speaks against a day, a vehicle and a driver for orders; they keep whichever of these is left out',
    query: Type.Object({
      ids: Type.String({ maxLength: 6000, description: '`1,2,3`' }),
      day: Type.Optional(Type.String({ maxLength: 10, description: 'blank: each order’s own' })),
      vehicleId: OptionalId,
      driverId: OptionalId
    }),
    answer: ItemResponse(PlanDoubts),
    run: async ({ services, caller, query: { ids, day, vehicleId, driverId } }) => {
      const orderIds = readIds(ids) ?? refuseField('ids', 'orders.print.ids')
      if (orderIds.length > maxOrders) refuseField('ids', 'orders.print.tooMany', { max: maxOrders })
      if (day && check(Type.String(Day) as Schema, day).length > 0) refuseField('day', 'check.day')
      const [vehicle, driver] = [vehicleId, driverId].map(id => (id ? Number(id) : undefined))
      const question = { orderIds, day: day || undefined, vehicleId: vehicle, driverId: driver }
      return {
        data: orNotFound(await doubtsOf(services.db, question, { language: caller.language, now: services.now() }))
      }
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/internal-stores',
    access: ['ADMIN'],
    summary: 'Internal stores by their distance from the order’s reception place',
    answer: ListResponse(NearStore),
    run: async ({ services, caller, id }) => {
      const stores = await storesOf(services.db, id)
      const kilometres = new Intl.NumberFormat(caller.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      const data = stores.map(({ id, name, metres }) => ({
        id,
        name,
        distance: metres === undefined ? null : Math.round(metres),
        distanceKm: metres === undefined ? null : Math.round(metres / 10) / 100,
        label: metres === undefined ? name : `${name}, ${kilometres.format(metres / 1000)} km`
      }))
      return { data, total: data.length }
    }
  })
]
