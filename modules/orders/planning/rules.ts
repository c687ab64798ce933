/**
 * Pure rules of planning: the order of a route, the store it begins at, and what orders weigh on a vehicle.
 *
 * A route goes from its store to the nearest place, from there to the nearest of the rest, and so on. This greedy rule is chosen
 * because people can understand its result, and because the result is always the same. Places without coordinates come last, by postal
 * code. Of places at the same distance the older order comes first.
 */
import { metresBetween, nearestFirst, type Point } from '../../../src/kernel/database/earth.ts'
import { OrderType } from '../../catalogue/schema.ts'

export interface StopToVisit {
  readonly orderId: number
  readonly postalCode: string
  /** Undefined for a place whose coordinates nobody knows. */
  readonly at: Point | undefined
}

export interface StoreAt extends Point {
  readonly id: number
}

const byCode = (a: StopToVisit, b: StopToVisit): number =>
  a.postalCode === b.postalCode ? a.orderId - b.orderId : a.postalCode < b.postalCode ? -1 : 1

/** Ids of the orders, nearest next from `start`; without a start the first by postal code begins. */
export function nearestNext(start: Point | undefined, stops: readonly StopToVisit[]): number[] {
  const left = stops.flatMap(stop => (stop.at ? [{ ...stop, at: stop.at }] : [])).sort(byCode)
  const lost = stops.filter(({ at }) => !at).sort(byCode)
  const here = start ?? left[0]?.at
  const way = here
    ? nearestFirst(
        here,
        left.sort((a, b) => a.orderId - b.orderId)
      )
    : []
  return [...way, ...lost].map(({ orderId }) => orderId)
}

/**
 * The stops in the order that people gave them, and each that joins where it adds the least way: the older of those that join
 * first, and where several places are equally good, at the later one. One whose place nobody knows comes last.
 * @param ordered the stops that are there, in their order
 */
export function joinByLeastWay(
  start: Point | undefined,
  ordered: readonly StopToVisit[],
  joining: readonly StopToVisit[]
): number[] {
  const way = [...ordered]
  const older = [...joining].sort((a, b) => a.orderId - b.orderId)
  for (const stop of older) way.splice(bestPlace(start, way, stop), 0, stop)
  return way.map(({ orderId }) => orderId)
}

/** One pass over the way, however many of its places are unknown. */
function bestPlace(start: Point | undefined, way: readonly StopToVisit[], { at }: StopToVisit): number {
  if (!at) return way.length
  const points = way.map(stop => stop.at)
  const befores = knownBefore(start, points)
  const afters = knownBefore(undefined, points.reverse()).reverse()
  const added = befores.map((before, place) => {
    const after = afters[place]
    const via = (before ? metresBetween(before, at) : 0) + (after ? metresBetween(at, after) : 0)
    return via - (before && after ? metresBetween(before, after) : 0)
  })
  return added.lastIndexOf(Math.min(...added))
}

/** The last known point before each place of a way that begins at `start`, and before its end. */
function knownBefore(start: Point | undefined, points: readonly (Point | undefined)[]): (Point | undefined)[] {
  const known = [start]
  for (const point of points) known.push(point ?? known.at(-1))
  return known
}

/**
 * The metres of each leg of a way that begins at `start`; undefined where nobody knows one of its ends. A place that nobody
 * knows is left out of the way: the next leg begins at the last known one.
 */
export function legsOf(start: Point | undefined, places: readonly (Point | undefined)[]): (number | undefined)[] {
  let here = start
  return places.map(place => {
    const leg = here && place && metresBetween(here, place)
    here = place ?? here
    return leg
  })
}

/**
 * The store that a vehicle sets out from: the one most of the orders are assigned to, else the one with the least way to
 * all the places together. Undefined where there is no store.
 */
export function storeOf(
  stores: readonly StoreAt[],
  assigned: readonly number[],
  places: readonly Point[]
): StoreAt | undefined {
  const orders = (store: StoreAt): number => assigned.filter(id => id === store.id).length
  const way = (store: StoreAt): number => places.reduce((sum, place) => sum + metresBetween(store, place), 0)
  const [first] = stores
    .map(store => ({ store, orders: orders(store), way: way(store) }))
    .sort((a, b) => b.orders - a.orders || a.way - b.way || a.store.id - b.store.id)
  return first?.store
}

export interface Cargo {
  readonly orderTypeId: number
  readonly quantity: number
  /** The item's capacity in tonnes. */
  readonly value: number
}

/** By the tonne the quantity is the load; a vehicle or a container is counted full. */
const hundredths = ({ orderTypeId, quantity, value }: Cargo): number =>
  Math.round((orderTypeId === OrderType.tonnage ? quantity : quantity * value) * 100)

/** Tonnes of all of it, to two digits after the comma. */
export const loadOf = (cargo: readonly Cargo[]): number => cargo.reduce((sum, one) => sum + hundredths(one), 0) / 100

/**
 * What is planned, and what of it is still to be done. A vehicle's room counts what is to be done: what is finished was weighed, so it is
 * no longer on the vehicle. Headings, route and picker all count by this function.
 */
export function workOf(stops: readonly (Cargo & { readonly finished: boolean })[]) {
  const ahead = stops.filter(({ finished }) => !finished)
  return {
    orders: ahead.length,
    finished: stops.length - ahead.length,
    planned: stops.length,
    load: loadOf(ahead),
    plannedLoad: loadOf(stops)
  }
}

/** Whether tonnes are more than a vehicle carries; weights of floats are compared in units of 10 kg. */
export const isOver = (load: number, capacity: number): boolean => Math.round(load * 100) > Math.round(capacity * 100)

/** A vehicle as it is weighed for some orders and a day; weights are in tonnes. */
export interface Candidate {
  /** It carries every item of the orders. */
  readonly matched: boolean
  readonly capacity: number
  readonly load: number
  readonly plannedLoad: number
  /** Metres to its nearest stop of that day, of the order for which that is farthest; null where nobody knows, or there is none. */
  readonly nearest: number | null
  /** Plates of other vehicles that its driver drives that day. */
  readonly driverElsewhere: readonly string[]
  readonly driverAway: boolean
  readonly outOfService: boolean
}

/** Whether vehicle and driver can go that day. */
export const isAvailable = ({ driverElsewhere, driverAway, outOfService }: Candidate): boolean =>
  driverElsewhere.length === 0 && !driverAway && !outOfService

/** Metres: a vehicle that comes so near that day passes by. */
const passesBy = 30_000
/** Metres: a vehicle whose stops of that day are farther away is not proposed. */
const tooFar = 150_000

/** A proposal, and why it is that vehicle; or why there is none. */
export type Proposal<V> =
  | { readonly vehicle: V; readonly why: 'passesBy' | 'room' }
  | { readonly vehicle?: undefined; readonly why: 'items' | 'room' | 'free' | 'far' }

/**
 * The vehicle that is proposed for some orders: of those that carry all of it, have the room and are free, the one that passes
 * by nearest that day, else the first that is not too far away. Whom to overload, to book twice or to send far is for people to say.
 * @param vehicles the one with the most room first
 */
export function proposedOf<V extends Candidate>(vehicles: readonly V[]): Proposal<V> {
  const matched = vehicles.filter(vehicle => vehicle.matched)
  if (matched.length === 0) return { why: 'items' }
  const roomy = matched.filter(({ capacity, load, plannedLoad }) => !isOver(load + plannedLoad, capacity))
  if (roomy.length === 0) return { why: 'room' }
  const free = roomy.filter(isAvailable)
  if (free.length === 0) return { why: 'free' }
  const near = free.filter(({ nearest }) => nearest !== null && nearest <= passesBy)
  const [passing] = near.sort((a, b) => (a.nearest ?? 0) - (b.nearest ?? 0))
  if (passing) return { vehicle: passing, why: 'passesBy' }
  const vehicle = free.find(({ nearest }) => nearest === null || nearest <= tooFar)
  return vehicle ? { vehicle, why: 'room' } : { why: 'far' }
}

/** Of each place its nearest stop, and of these the farthest: how far the vehicle must leave its way. Null where nobody knows. */
export function farthestFrom(
  places: readonly (Point | undefined)[],
  stops: readonly (Point | undefined)[]
): number | null {
  const known = stops.filter(stop => stop !== undefined)
  if (known.length === 0 || places.length === 0) return null
  const metres = places.map(place => place && Math.min(...known.map(stop => metresBetween(place, stop))))
  return metres.every(each => each !== undefined) ? Math.round(Math.max(...metres)) : null
}
