/** Which vehicle for these orders: what each carries, and what is planned for it that day already. */
import type { Static } from '@sinclair/typebox'
import type { Language } from '../../../src/contract/languages.ts'
import { type Point, pointOf } from '../../../src/kernel/database/earth.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { joinPlace } from '../../companies/public.ts'
import { joinVehicle, vehiclesToPlan } from '../../fleet/public.ts'
import { OrderStatus } from '../schema.ts'
import { type DriverForADay, driversForADay, namedDriver, routeDriver } from './route-driver.ts'
import { type Cargo, farthestFrom, isAvailable, loadOf, type Proposal, proposedOf } from './rules.ts'
import type { MatchedVehicle, MatchedVehicles } from './schema.ts'

export interface VehicleQuestion {
  readonly orderIds: readonly number[]
  /** `YYYY-MM-DD`; without it each order is rated on the day that it is planned for. */
  readonly day: string | undefined
  /** Part of a plate or of a driver's name. */
  readonly text: string | undefined
  /** This one only. */
  readonly vehicleId: number | undefined
  /** The account of who would drive; without it, whoever drives each vehicle. */
  readonly driverId?: number | undefined
  /** Only the vehicles that the orders are planned with, each rated for its own orders: they keep it, and get another day. */
  readonly ownVehicles: boolean
  /** Sorted by the driver's name, where it is a driver that is looked for. */
  readonly byDriver: boolean
  readonly page: number
  readonly limit: number
}

type Vehicle = Pick<
  Static<typeof MatchedVehicle>,
  'id' | 'brand' | 'model' | 'registerNumber' | 'driverId' | 'driver' | 'capacity' | 'outOfService' | 'driverAway'
> & { readonly items: readonly number[] }
/** What is collected, and where. */
type Collection = Cargo & Readonly<Record<keyof Point, number | null>>
type Ordered = Collection & {
  readonly itemId: number
  readonly item: string
  /** The plan that the order has. */
  readonly vehicleId: number | null
  readonly day: string | null
}
/** A stop of another order that is still ahead, and who drives there. */
type Planned = Collection & {
  readonly vehicleId: number
  readonly driverId: number
  readonly plate: string
  readonly day: string
}

const collection = raw('o.order_type_id as "orderTypeId", o.quantity, i.value, p.latitude, p.longitude')
const itemAndPlace = sql`${joinItems('i', 'o.order_type_item_id')} ${joinPlace('p', 'o.reception_place_id')}`

/**
 * The proposed vehicle first, then those that carry every item of the orders, before them those whose driver is free, with the most room
 * left that day. All vehicles are read, because what is left is known once the loads are summed. Undefined when one of the orders is not
 * there.
 */
export async function matchedVehicles(
  database: Database,
  question: VehicleQuestion,
  language: Language
): Promise<Static<typeof MatchedVehicles> | undefined> {
  const { day, text, vehicleId, ownVehicles, byDriver, page, limit } = question
  const ids = [...new Set(question.orderIds)]
  const ordered = await orderedOf(database, ids, day, language)
  if (ordered.length !== ids.length) return undefined
  const days = day === undefined ? [...new Set(ordered.flatMap(one => one.day ?? []))] : [day]
  const vehicles = await query<Vehicle>(
    database,
    sql`select v.id, v.brand, v.model, v."registerNumber", v."driverId", v.driver, v.capacity, v.items, v."outOfService", v."driverAway"
      from (${vehiclesToPlan(text, days)}) v
      where ${vehicleId === undefined ? raw('true') : sql`v.id = ${vehicleId}`}
        and ${ownVehicles ? sql`v.id = any(${ordered.flatMap(one => one.vehicleId ?? [])}::int[])` : raw('true')}
      order by v."registerNumber", v.id`
  )
  const [oneDay, ...otherDays] = days
  // over several days each vehicle is shown with its own driver
  const own = oneDay === undefined || otherDays.length > 0 ? [] : await driversForADay(database, oneDay)
  const named = question.driverId === undefined ? undefined : await namedDriver(database, question.driverId, days)
  const driven = vehicles.map(vehicle => ({ ...vehicle, ...(named ?? driverIn(own, vehicle.id)) }))
  const planned = days.length === 0 ? [] : await plannedOn(database, days, ids)
  // orders that keep their vehicles bring these there all at once: one driver may have two of them
  const moving = ownVehicles ? ordered.flatMap(one => joined(one, driven)) : []
  const rated = driven.map(vehicle =>
    rate(vehicle, ownVehicles ? ordered.filter(one => one.vehicleId === vehicle.id) : ordered, { day, planned, moving })
  )
  const sorted = rated.sort(byDriver ? byName : byFit)
  const isOfAll = !byDriver && !text && vehicleId === undefined && !ownVehicles && ids.length > 0
  const proposal = isOfAll && days.length > 0 ? proposedOf(sorted) : undefined
  const first = (page - 1) * limit
  const shown = proposedFirst(sorted, proposal).slice(first, first + limit)
  return {
    data: shown.map(vehicle => ({ ...vehicle, proposed: vehicle === proposal?.vehicle ? proposal.why : null })),
    total: rated.length,
    unproposed: proposal && !proposal.vehicle ? proposal.why : null
  }
}

/** Who drives the vehicle on the day, if that is not its driver. */
function driverIn(own: readonly DriverForADay[], id: number): Partial<Vehicle> {
  const { vehicleId: _, ...driver } = own.find(({ vehicleId }) => vehicleId === id) ?? { vehicleId: id }
  return driver
}

/** The order as a stop of the vehicle that it keeps, with who drives that; none where the vehicle is not among these. */
function joined({ vehicleId, day, ...one }: Ordered, vehicles: readonly Vehicle[]): Planned[] {
  const vehicle = vehicles.find(({ id }) => id === vehicleId)
  if (!vehicle || day === null) return []
  return [{ ...one, vehicleId: vehicle.id, driverId: vehicle.driverId, plate: vehicle.registerNumber, day }]
}

type Rated = Omit<Static<typeof MatchedVehicle>, 'proposed'>

/** A vehicle that passes by may have less room than those of the first page. */
const proposedFirst = (sorted: readonly Rated[], proposal: Proposal<Rated> | undefined): readonly Rated[] =>
  proposal?.vehicle ? [proposal.vehicle, ...sorted.filter(vehicle => vehicle !== proposal.vehicle)] : sorted

interface Plan {
  readonly day: string | undefined
  readonly planned: readonly Planned[]
  /** The given orders as stops of the vehicles that they keep. */
  readonly moving: readonly Planned[]
}

/** What the vehicle would have to do on each day of the orders; of several days the fullest one is shown. */
function rate(
  { items: carried, ...vehicle }: Vehicle,
  ordered: readonly Ordered[],
  { day, planned, moving }: Plan
): Rated {
  const days = day === undefined ? [...new Set(ordered.flatMap(one => one.day ?? []))].sort() : [day]
  const own = planned.filter(({ vehicleId }) => vehicleId === vehicle.id)
  const wanted = new Map(ordered.map(({ itemId, item }) => [itemId, item]))
  const missing = [...wanted].flatMap(([id, item]) => (carried.includes(id) ? [] : item))
  const loads = days.map(one => {
    const stops = own.filter(stop => stop.day === one)
    const load = loadOf(ordered.filter(each => each.day === one))
    return { day: one, load, stops: stops.length, plannedLoad: loadOf(stops) }
  })
  const [fullest] = loads.toSorted((a, b) => b.load + b.plannedLoad - (a.load + a.plannedLoad))
  const elsewhere = [...planned, ...moving].filter(
    stop => stop.driverId === vehicle.driverId && stop.vehicleId !== vehicle.id && days.includes(stop.day)
  )
  return {
    ...vehicle,
    matched: missing.length === 0,
    missing,
    ...(fullest ?? { day: null, load: loadOf(ordered), stops: 0, plannedLoad: 0 }),
    days: days.length,
    nearest: nearestOf(ordered, own, days),
    driverElsewhere: [...new Set(elsewhere.map(({ plate }) => plate))].sort()
  }
}

/** Of the days the one on which the vehicle comes least near; null where it is not known for one of them. */
function nearestOf(ordered: readonly Ordered[], own: readonly Planned[], days: readonly string[]): number | null {
  const metres = days.map(day =>
    farthestFrom(ordered.filter(one => one.day === day).map(pointOf), own.filter(stop => stop.day === day).map(pointOf))
  )
  const known = metres.filter(one => one !== null)
  return known.length === metres.length && known.length > 0 ? Math.max(...known) : null
}

const left = ({ capacity, plannedLoad }: Rated): number => capacity - plannedLoad

const names = new Intl.Collator('pl')
const byName = (a: Rated, b: Rated): number => names.compare(a.driver, b.driver)

/** Equal ones stay by plate. */
const byFit = (a: Rated, b: Rated): number =>
  Number(b.matched) - Number(a.matched) || Number(isAvailable(b)) - Number(isAvailable(a)) || left(b) - left(a)

/** The orders; each with the given day, or else with its own. */
const orderedOf = (
  database: Database,
  ids: readonly number[],
  day: string | undefined,
  language: Language
): Promise<Ordered[]> =>
  query<Ordered>(
    database,
    sql`select i.id as "itemId", ${itemName('i', language)} as item, o.vehicle_id as "vehicleId",
        coalesce(${day ?? null}::date, o.realization_date)::text as day, ${collection}
      from orders.orders o ${itemAndPlace} where o.id = any(${[...ids]}::int[])`
  )

/** What is still ahead in the routes of the days, without the orders that are being planned. */
const plannedOn = (database: Database, days: readonly string[], without: readonly number[]): Promise<Planned[]> =>
  query<Planned>(
    database,
    sql`select r.vehicle_id as "vehicleId", r.day::text as day, ${raw(routeDriver('r', 'v'))} as "driverId", v.register_number as plate, ${collection}
      from orders.routes r join orders.stops s on s.route_id = r.id join orders.orders o on o.id = s.order_id ${itemAndPlace}
        ${joinVehicle('v', 'r.vehicle_id')}
      where r.day = any(${[...days]}::date[]) and o.status = ${OrderStatus.inProgress} and o.id <> all(${[...without]}::int[])`
  )
