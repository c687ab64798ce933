import { type Static, Type } from '@sinclair/typebox'
import { metresBetween, type Point } from '../../../src/kernel/database/earth.ts'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/http/route.ts'
import { maxLimit } from '../../../src/kernel/resources/routes.ts'
import { Day, Id } from '../../../src/kernel/schema.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { MatchedVehicle, NearStore, RouteStop } from './schema.ts'
import { matchedVehicles } from './vehicles.ts'

const VehicleQuery = Type.Object({
  OrdersId: Type.Array(Id, { maxItems: 500, default: [], description: 'repeated: one for each order' }),
  DriverNameOrRegistrationNumber: Type.Optional(Type.String({ maxLength: 100 })),
  VehicleId: Type.Optional(Id),
  day: Type.Optional(Day),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: 50 })
})

export const planningRoutes = [
  defineRoute({
    url: '/api/Admin/Vehicles/matched-vehicles',
    access: ['ADMIN'],
    summary: 'Vehicles for the orders: those that carry all of it first, then by the room that is left that day',
    query: VehicleQuery,
    answer: ListResponse(MatchedVehicle),
    run: async ({ services, query: { OrdersId, DriverNameOrRegistrationNumber, VehicleId, day, page, limit } }) => {
      const text = DriverNameOrRegistrationNumber?.trim()
      const question = { orderIds: OrdersId, day, text, vehicleId: VehicleId, page, limit }
      return orNotFound(await matchedVehicles(services.db, question))
    }
  }),
  defineRoute({
    url: '/api/Admin/Vehicles/:id/route',
    access: ['ADMIN'],
    summary: 'Stops of a vehicle on a day, in their order',
    query: Type.Object({ day: Day }),
    answer: ListResponse(RouteStop),
    run: async ({ services, caller, id, query: { day } }) => {
      orNotFound(
        await queryOne(services.db, sql`select v.id from (select ${id}::int as id) a ${raw(joinVehicle('v', 'a.id'))}`)
      )
      const data = await query<Static<typeof RouteStop>>(
        services.db,
        sql`select o.id as "orderId", o.number, s.sequence, c.name as company, ${raw(placeAddress('p'))} as "receptionPlace",
            ${itemName('i', caller.language)} as "orderTypeItemName", o.quantity, o.status as "currentStatus"
          from orders.routes r
            join orders.stops s on s.route_id = r.id
            join orders.orders o on o.id = s.order_id
            ${raw(joinCompany('c', 'o.company_id'))}
            ${raw(joinPlace('p', 'o.reception_place_id'))}
            ${raw(joinItems('i', 'o.order_type_item_id'))}
          where r.vehicle_id = ${id} and r.day = ${day}::date order by s.sequence limit ${maxLimit}`
      )
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/internal-stores',
    access: ['ADMIN'],
    summary: 'Internal stores by their distance from the order’s reception place',
    answer: ListResponse(NearStore),
    run: async ({ services, caller, id }) => {
      const place = orNotFound(
        await queryOne<Record<keyof Point, number | null>>(
          services.db,
          sql`select p.latitude, p.longitude
            from orders.orders o ${raw(joinPlace('p', 'o.reception_place_id'))} where o.id = ${id}`
        )
      )
      const { latitude, longitude } = place
      const at = latitude === null || longitude === null ? undefined : { latitude, longitude }
      const stores = (await internalStores(services.db)).map(store => ({
        ...store,
        metres: at && metresBetween(at, store)
      }))
      if (at) stores.sort((a, b) => (a.metres ?? 0) - (b.metres ?? 0) || a.id - b.id)
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
