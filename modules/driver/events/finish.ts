/** What drivers have reported for an order, for the form by which it is finished: nobody types it again, and the finish stays the act of a person. */
import { toldByDrivers } from '../../orders/public.ts'
import { internalStores } from '../../warehouse/public.ts'
import { toldOf } from './told.ts'

/** A store that was closed since is not proposed. */
export const finishByDriver = toldByDrivers.fill(async (database, orderId) => {
  const told = (await toldOf(database, [orderId])).get(orderId)?.state
  if (!told) return undefined
  const { kpo, kilograms, unloadedStoreId } = told
  const open = unloadedStoreId === null ? [] : await internalStores(database)
  return { kpo, kilograms, storeId: open.some(({ id }) => id === unloadedStoreId) ? unloadedStoreId : null }
})
