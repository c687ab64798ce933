/** What the history of an order keeps of its plan, for an undo: the columns themselves, where its fields have names. */
import type { Params } from '../../src/kernel/history/history.ts'
import type { Order } from './models.ts'

type Plan = Pick<Order, 'vehicleId' | 'driverId' | 'realizationDate'>

/** The parameters of the order's own entry; what it did not have is left out. */
export const planParams = (plan: Partial<Plan>): Params =>
  Object.fromEntries(Object.entries(plan).filter((entry): entry is [string, string | number] => entry[1] !== null))

/** The columns as the entry has them. */
export const planOf = ({ vehicleId, driverId, realizationDate }: Params): Plan => ({
  vehicleId: vehicleId === undefined ? null : Number(vehicleId),
  driverId: driverId === undefined ? null : Number(driverId),
  realizationDate: realizationDate === undefined ? null : String(realizationDate)
})

/**
 * The vehicle that had been chosen before a planning. An older entry has no parameters of its own: it has the vehicles of all orders
 * that were planned together, by their ids, as JSON.
 */
export function chosenBefore(params: Params, id: number): Plan {
  const ofAll = params.before
  return planOf(ofAll === undefined ? params : planParams(JSON.parse(String(ofAll))[id] ?? {}))
}
