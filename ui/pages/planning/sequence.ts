/** The order of the stops of a vehicle's day, as it is sent. */
import { call, newKey } from '../../api.ts'
import { read } from '../../query.ts'

const path = '/api/Admin/Orders/set-sequence'

/**
 * Puts the stops in this order. Throws `ApiProblem`, also where the route has changed since it had this version.
 * @param orderIds all stops that are still ahead
 */
export const sendSequence = (
  orderIds: readonly number[],
  routeVersion: number | undefined,
  key: string
): Promise<unknown> => call('PUT', path, { orderIds, routeVersion }, { key })

/** Puts the stops in the order that they had. If others have joined or left the route since, the server refuses it. */
export async function putBack(
  { vehicleId, day }: { readonly vehicleId: number; readonly day: string },
  orderIds: readonly number[]
): Promise<void> {
  const present = await read('/api/Admin/Vehicles/:id/route', { id: vehicleId, day })
  await sendSequence(orderIds, present.route?.version, newKey())
}
