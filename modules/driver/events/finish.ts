/** What drivers have reported for an order, for the form by which it is finished: nobody types it again, and the finish stays the act of a person. */
import { toldByDrivers } from '../../orders/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { reportedOf } from './reported.ts'

/** A store that was closed since is not proposed. */
export const finishByDriver = toldByDrivers.fill(async (database, orderId) => {
  const reported = (await reportedOf(database, [orderId])).get(orderId)?.state
  if (!reported) return undefined
  const { kpo, kilograms, unloadedStoreId } = reported
  const open = unloadedStoreId === null ? [] : await internalStores(database)
  return { kpo, kilograms, storeId: open.some(({ id }) => id === unloadedStoreId) ? unloadedStoreId : null }
})
