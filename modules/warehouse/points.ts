/** The warehouse's extension points, which higher modules fill, and the refusal of a veto. */
import { type Database, raw } from '../../src/kernel/database/sql.ts'
import { defineField, defineSlot, defineVeto } from '../../src/kernel/extension-points.ts'
import { throwWarehouseError } from './errors.ts'

/** What documents need of an order. */
export interface OrderOfDocument {
  readonly number: string
  readonly companyId: number
}

/** Finds an order by its id; undefined if there is none. The orders module fills this slot. */
export const findOrder = defineSlot<(database: Database, id: number) => Promise<OrderOfDocument | undefined>>(
  'warehouse.order',
  async () => undefined
)

/** An SQL expression over the alias `s` of warehouse.internal_stores: the number of containers that are in the store now. */
export const storeContainersAmount = defineField('warehouse.containersAmount', raw('0'))

/** Higher modules add their reasons against removing an internal store here. */
export const beforeStoreRemoval = defineVeto('warehouse.storeRemoval')

/** Refuses the removal of a store that something has referred to (409). */
export const throwStoreUsed = (): never => throwWarehouseError('storeUsed')
