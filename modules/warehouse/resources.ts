import { internalStores } from './stock/stores.ts'

/** The resources that higher modules define commands of their own on: the map adds and edits internal stores. */
export const warehouseResources = { internalStores } as const
