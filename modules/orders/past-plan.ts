/** The plan of an order in its history entries, for undo: the ids of the columns, because the entries' fields have only names. */
import type { Params } from '../../src/kernel/history/history.ts'
import type { Order } from './models.ts'

type Plan = Pick<Order, 'vehicleId' | 'driverId' | 'realizationDate'>

/** The plan as parameters of a history entry. Columns that were null are left out. */
export const planParams = (plan: Partial<Plan>): Params =>
  Object.fromEntries(Object.entries(plan).filter((entry): entry is [string, string | number] => entry[1] !== null))

/** The plan in the parameters of a history entry. */
export const planOf = ({ vehicleId, driverId, realizationDate }: Params): Plan => ({
  vehicleId: vehicleId === undefined ? null : Number(vehicleId),
  driverId: driverId === undefined ? null : Number(driverId),
  realizationDate: realizationDate === undefined ? null : String(realizationDate)
})

/**
 * The plan that an order had before it was planned. Old entries have, in `before`, the plans of all orders that were planned together:
 * by order id, as JSON.
 */
export function chosenBefore(params: Params, id: number): Plan {
  const ofAll = params.before
  return planOf(ofAll === undefined ? params : planParams(JSON.parse(String(ofAll))[id] ?? {}))
}
