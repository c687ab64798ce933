/** What is planned for a vehicle and a day: its stops, the way between them, its load, and who was notified. Read only. */
import type { Static } from '@sinclair/typebox'
import type { Language } from '../../../src/contract/languages.ts'
import { metresBetween, pointOf } from '../../../src/kernel/database/earth.ts'
import { type Database, query, raw, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import { isDriverOff, isVehicleOff, joinVehicle, vehicleCapacity, vehicleLabel } from '../../fleet/public.ts'
import { joinAccount, personName } from '../../users/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { OrderStatus, unitOf } from '../schema.ts'
import { isChanged, isNotified } from './notified.ts'
import { routeDriver } from './route-driver.ts'
import { type Cargo, isOver, legsOf, loadOf, nearestNext, storeOf, workOf } from './rules.ts'
import type { DaySummary, RouteOfDay, RouteStop, RouteSummary } from './schema.ts'

type Stop = Omit<Static<typeof RouteStop>, 'unit' | 'load' | 'metres'> &
  Cargo & {
    readonly routeId: number
    readonly storeId: number | null
    readonly postalCode: string
  }
type Route = Pick<
  Static<typeof RouteSummary>,
  | 'id'
  | 'version'
  | 'day'
  | 'number'
  | 'vehicleId'
  | 'registerNumber'
  | 'vehicle'
  | 'driver'
  | 'capacity'
  | 'changed'
  | 'otherDriver'
  | 'otherVehicles'
  | 'driverAway'
  | 'driverOfDay'
  | 'outOfService'
> & { readonly byHand: boolean }
type Stores = Awaited<ReturnType<typeof internalStores>>

/** Who drives the vehicle `v` on the day of its route `r`. */
const driverId = raw(routeDriver('r', 'v'))

/** The plates of other vehicles that the driver of the route's vehicle `v` has stops ahead with on the day; empty without any. */
const otherVehicles = sql`(select coalesce(string_agg(distinct ev.register_number, ', '), '')
  from orders.routes er ${joinVehicle('ev', 'er.vehicle_id')}
  where er.day = r.day and ev.id <> v.id and ${raw(routeDriver('er', 'ev'))} = ${driverId} and exists (
    select 1 from orders.stops es join orders.orders eo on eo.id = es.order_id
    where es.route_id = er.id and eo.status = ${OrderStatus.inProgress}))`

const routesWhere = (database: Database, condition: Sql): Promise<Route[]> =>
  query<Route>(
    database,
    sql`select r.id, r.version, r.day::text as day, r.number, r.by_hand as "byHand", v.id as "vehicleId",
        v.register_number as "registerNumber",
        ${vehicleLabel('v')} as vehicle, ${personName('d')} as driver, ${vehicleCapacity('v')} as capacity,
        ${isChanged('r.id')} as changed,
        exists (select 1 from orders.stops os join orders.orders oo on oo.id = os.order_id where os.route_id = r.id
          and oo.status = ${OrderStatus.inProgress} and oo.driver_id is distinct from ${driverId}) as "otherDriver",
        ${isVehicleOff('v.id', 'r.day')} as "outOfService", ${isDriverOff(routeDriver('r', 'v'), 'r.day')} as "driverAway",
        ${driverId} <> v.driver_id as "driverOfDay",
        ${otherVehicles} as "otherVehicles"
      from orders.routes r
        ${joinVehicle('v', 'r.vehicle_id')}
        ${joinAccount('d', routeDriver('r', 'v'))}
      where ${condition} order by r.id`
  )

const stopsWhere = (database: Database, condition: Sql, language: Language): Promise<Stop[]> =>
  query<Stop>(
    database,
    sql`select s.route_id as "routeId", o.id as "orderId", o.number, s.sequence, c.name as company,
        p.id as "receptionPlaceId", ${placeAddress('p')} as "receptionPlace", p.postal_code as "postalCode",
        p.latitude, p.longitude, ${itemName('i', language)} as "orderTypeItemName", o.quantity, i.value,
        o.order_type_id as "orderTypeId", o.status <> ${OrderStatus.inProgress} as finished, ${isNotified('o')} as "notificationSent",
        o.urgent, o.wished_part as "wishedPart", o.internal_store_id as "storeId"
      from orders.routes r
        join orders.stops s on s.route_id = r.id
        join orders.orders o on o.id = s.order_id
        ${joinVehicle('v', 'r.vehicle_id')}
        ${joinCompany('c', 'o.company_id')}
        ${joinPlace('p', 'o.reception_place_id')}
        ${joinItems('i', 'o.order_type_item_id')}
      where ${condition} order by s.route_id, s.sequence`
  )

/** The store that the stops are driven from. */
const startingStoreOf = (stores: Stores, stops: readonly Stop[]): Stores[number] | undefined => {
  const start = storeOf(
    stores,
    stops.flatMap(({ storeId }) => storeId ?? []),
    stops.flatMap(stop => pointOf(stop) ?? [])
  )
  return stores.find(({ id }) => id === start?.id)
}

const isAhead = ({ finished }: Stop): boolean => !finished

const countsOf = (stops: readonly Stop[]) => {
  const ahead = stops.filter(isAhead)
  return {
    ...workOf(stops),
    places: new Set(ahead.map(({ receptionPlaceId }) => receptionPlaceId)).size,
    notified: ahead.filter(({ notificationSent }) => notificationSent).length
  }
}

function summaryOf(
  { byHand: _, ...route }: Route,
  stops: readonly Stop[],
  legs: readonly (number | undefined)[]
): Static<typeof RouteSummary> {
  const counts = countsOf(stops)
  const metres = legs.reduce<number>((sum, leg) => sum + (leg ?? 0), 0)
  return {
    ...route,
    ...counts,
    over: isOver(counts.load, route.capacity),
    // who has nothing left to do with this vehicle may drive another
    driverElsewhere: counts.orders > 0 && route.otherVehicles !== '',
    kilometres: Math.round(metres / 100) / 10,
    unknownPlaces: stops.filter(stop => !pointOf(stop)).length
  }
}

/** What stands over the rows of each route, by the routes' ids; one that is not there is left out. */
export async function summariesOf(
  database: Database,
  ids: readonly number[],
  language: Language
): Promise<Static<typeof RouteSummary>[]> {
  const condition = sql`r.id = any(${[...ids]}::int[])`
  const [routes, stops, stores] = [
    await routesWhere(database, condition),
    await stopsWhere(database, condition, language),
    await internalStores(database)
  ]
  return routes.map(route => {
    const own = stops.filter(({ routeId }) => routeId === route.id)
    return summaryOf(route, own, legsOf(startingStoreOf(stores, own), own.map(pointOf)))
  })
}

/** What stands over all routes of each day (`YYYY-MM-DD`). */
export async function daysOf(
  database: Database,
  days: readonly string[],
  language: Language
): Promise<Static<typeof DaySummary>[]> {
  const condition = sql`r.day = any(${[...days]}::date[])`
  const [routes, stops] = [await routesWhere(database, condition), await stopsWhere(database, condition, language)]
  return days.map(id => {
    const ofDay = routes.filter(({ day }) => day === id)
    const own = new Set(ofDay.map(route => route.id))
    const planned = stops.filter(({ routeId }) => own.has(routeId))
    const ahead = new Set(planned.filter(isAhead).map(({ routeId }) => routeId))
    return {
      id,
      vehicles: ahead.size,
      ...countsOf(planned),
      driverElsewhere: ofDay.some(route => ahead.has(route.id) && route.otherVehicles !== ''),
      changed: ofDay.some(({ changed }) => changed)
    }
  })
}

/** The stops of a vehicle on a day in their order, with the way to each. */
export async function routeOfDay(
  database: Database,
  { vehicleId, day }: { readonly vehicleId: number; readonly day: string },
  language: Language
): Promise<Static<typeof RouteOfDay>> {
  const condition = sql`r.vehicle_id = ${vehicleId} and r.day = ${day}::date`
  const [route] = await routesWhere(database, condition)
  const stops = await stopsWhere(database, condition, language)
  if (!route || stops.length === 0) return { data: [], total: 0, route: null }
  const start = startingStoreOf(await internalStores(database), stops)
  const legs = legsOf(start, stops.map(pointOf))
  const ahead = stops.filter(isAhead).map(stop => ({ ...stop, at: pointOf(stop) }))
  const lastFinished = stops.filter(stop => !isAhead(stop)).map(pointOf)
  const last = stops.map(pointOf).findLast(at => at)
  const data = stops.map(({ routeId: _, storeId: _s, postalCode: _p, orderTypeId, value, ...stop }, at) => {
    const leg = legs[at]
    const load = loadOf([{ orderTypeId, value, quantity: stop.quantity }])
    return { ...stop, unit: unitOf(orderTypeId), load, metres: leg === undefined ? null : Math.round(leg) }
  })
  return {
    data,
    total: data.length,
    route: {
      ...summaryOf(route, stops, legs),
      byHand: route.byHand,
      start: start ? { name: start.name, latitude: start.latitude, longitude: start.longitude } : null,
      metresBack: start && last ? Math.round(metresBetween(last, start)) : null,
      proposed: nearestNext(lastFinished.findLast(at => at) ?? start, ahead)
    }
  }
}
