/** Which vehicle for these orders: what each carries, and what is planned for it that day already. */
import type { Static } from '@sinclair/typebox'
import type { Language } from '../../../src/contract/languages.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../../catalogue/public.ts'
import { vehiclesToPlan } from '../../fleet/public.ts'
import { type Cargo, loadOf } from './rules.ts'
import type { MatchedVehicle } from './schema.ts'

export interface VehicleQuestion {
  readonly orderIds: readonly number[]
  /** `YYYY-MM-DD`; without it nothing is planned yet. */
  readonly day: string | undefined
  /** Part of a plate or of a driver's name. */
  readonly text: string | undefined
  /** This one only. */
  readonly vehicleId: number | undefined
  readonly page: number
  readonly limit: number
}

type Vehicle = Omit<Static<typeof MatchedVehicle>, 'matched' | 'missing' | 'load' | 'stops' | 'plannedLoad'> & {
  readonly items: readonly number[]
}
type Ordered = Cargo & { readonly itemId: number; readonly item: string }
type Planned = Cargo & { readonly vehicleId: number }

const cargo = raw('o.order_type_id as "orderTypeId", o.quantity, i.value')
const items = raw(joinItems('i', 'o.order_type_item_id'))

/**
 * Those that carry every item of the orders first, then those that have the most room left that day. All vehicles are read,
 * because what is left is known once the loads are summed. Undefined when one of the orders is not there.
 */
export async function matchedVehicles(
  database: Database,
  { orderIds, day, text, vehicleId, page, limit }: VehicleQuestion,
  language: Language
): Promise<{ data: Static<typeof MatchedVehicle>[]; total: number } | undefined> {
  const ids = [...new Set(orderIds)]
  const ordered = await query<Ordered>(
    database,
    sql`select i.id as "itemId", ${itemName('i', language)} as item, ${cargo} from orders.orders o ${items} where o.id = any(${ids}::int[])`
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
    return { ...vehicle, matched: missing.length === 0, missing, load, stops: own.length, plannedLoad: loadOf(own) }
  })
  const first = (page - 1) * limit
  return { data: rated.sort(byFit).slice(first, first + limit), total: rated.length }
}

const left = ({ capacity, plannedLoad }: Static<typeof MatchedVehicle>): number => capacity - plannedLoad

/** Equal ones stay by plate. */
const byFit = (a: Static<typeof MatchedVehicle>, b: Static<typeof MatchedVehicle>): number =>
  Number(b.matched) - Number(a.matched) || left(b) - left(a)

/** What is in the vehicles' routes of the day, without the orders that are being planned. */
const plannedFor = (database: Database, vehicles: readonly Vehicle[], day: string, without: number[]) =>
  query<Planned>(
    database,
    sql`select r.vehicle_id as "vehicleId", ${cargo}
      from orders.routes r join orders.stops s on s.route_id = r.id join orders.orders o on o.id = s.order_id ${items}
      where r.vehicle_id = any(${vehicles.map(({ id }) => id)}::int[]) and r.day = ${day}::date
        and o.id <> all(${without}::int[])`
  )
