/** Which vehicle for these orders: what each carries, and what is planned for it that day already. */
import type { Static } from '@sinclair/typebox'
import type { Language } from '../../../src/contract/languages.ts'
import type { Point } from '../../../src/kernel/database/earth.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { joinPlace } from '../../companies/public.ts'
import { vehiclesToPlan } from '../../fleet/public.ts'
import { type Cargo, farthestFrom, loadOf, proposedOf } from './rules.ts'
import type { MatchedVehicle } from './schema.ts'

export interface VehicleQuestion {
  readonly orderIds: readonly number[]
  /** `YYYY-MM-DD`; without it nothing is planned yet. */
  readonly day: string | undefined
  /** Part of a plate or of a driver's name. */
  readonly text: string | undefined
  /** This one only. */
  readonly vehicleId: number | undefined
  /** Sorted by the driver's name, where it is a driver that is looked for. */
  readonly byDriver: boolean
  readonly page: number
  readonly limit: number
}

type Vehicle = Pick<
  Static<typeof MatchedVehicle>,
  'id' | 'brand' | 'model' | 'registerNumber' | 'driverId' | 'driver' | 'capacity'
> & { readonly items: readonly number[] }
/** What is collected, and where. */
type Collection = Cargo & Readonly<Record<keyof Point, number | null>>
type Ordered = Collection & { readonly itemId: number; readonly item: string }
type Planned = Collection & { readonly vehicleId: number }

const collection = raw('o.order_type_id as "orderTypeId", o.quantity, i.value, p.latitude, p.longitude')
const itemAndPlace = sql`${joinItems('i', 'o.order_type_item_id')} ${joinPlace('p', 'o.reception_place_id')}`

const pointOf = ({ latitude, longitude }: Collection): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/**
 * The proposed vehicle first, then those that carry every item of the orders, with the most room left that day. All vehicles are read,
 * because what is left is known once the loads are summed. Undefined when one of the orders is not there.
 */
export async function matchedVehicles(
  database: Database,
  { orderIds, day, text, vehicleId, byDriver, page, limit }: VehicleQuestion,
  language: Language
): Promise<{ data: Static<typeof MatchedVehicle>[]; total: number } | undefined> {
  const ids = [...new Set(orderIds)]
  const ordered = await query<Ordered>(
    database,
    sql`select i.id as "itemId", ${itemName('i', language)} as item, ${collection} from orders.orders o ${itemAndPlace} where o.id = any(${ids}::int[])`
  )
  if (ordered.length !== ids.length) return undefined
  const wanted = new Map(ordered.map(({ itemId, item }) => [itemId, item]))
  const vehicles = await query<Vehicle>(
    database,
    sql`select v.id, v.brand, v.model, v."registerNumber", v."driverId", v.driver, v.capacity, v.items
      from (${vehiclesToPlan(text)}) v
      where ${vehicleId === undefined ? raw('true') : sql`v.id = ${vehicleId}`}
      order by v."registerNumber", v.id`
  )
  const planned = day === undefined ? [] : await plannedFor(database, vehicles, day, ids)
  const load = loadOf(ordered)
  const rated = vehicles.map(({ items: carried, ...vehicle }) => {
    const own = planned.filter(({ vehicleId }) => vehicleId === vehicle.id)
    const missing = [...wanted].flatMap(([id, item]) => (carried.includes(id) ? [] : item))
    const nearest = farthestFrom(ordered.map(pointOf), own.map(pointOf))
    return {
      ...vehicle,
      matched: missing.length === 0,
      missing,
      load,
      stops: own.length,
      plannedLoad: loadOf(own),
      nearest
    }
  })
  const sorted = rated.sort(byDriver ? byName : byFit)
  const isOfAll = !byDriver && !text && vehicleId === undefined && ids.length > 0
  const proposal = isOfAll ? proposedOf(sorted) : undefined
  // a vehicle that passes by may have less room than those of the first page
  const inOrder = proposal ? [proposal.vehicle, ...sorted.filter(vehicle => vehicle !== proposal.vehicle)] : sorted
  const first = (page - 1) * limit
  const shown = inOrder.slice(first, first + limit)
  return {
    data: shown.map(vehicle => ({ ...vehicle, proposed: vehicle === proposal?.vehicle ? proposal.why : null })),
    total: rated.length
  }
}

type Rated = Omit<Static<typeof MatchedVehicle>, 'proposed'>

const left = ({ capacity, plannedLoad }: Rated): number => capacity - plannedLoad

const names = new Intl.Collator('pl')
const byName = (a: Rated, b: Rated): number => names.compare(a.driver, b.driver)

/** Equal ones stay by plate. */
const byFit = (a: Rated, b: Rated): number => Number(b.matched) - Number(a.matched) || left(b) - left(a)

/** What is in the vehicles' routes of the day, without the orders that are being planned. */
const plannedFor = (database: Database, vehicles: readonly Vehicle[], day: string, without: number[]) =>
  query<Planned>(
    database,
    sql`select r.vehicle_id as "vehicleId", ${collection}
      from orders.routes r join orders.stops s on s.route_id = r.id join orders.orders o on o.id = s.order_id ${itemAndPlace}
      where r.vehicle_id = any(${vehicles.map(({ id }) => id)}::int[]) and r.day = ${day}::date
        and o.id <> all(${without}::int[])`
  )
