/** The public API of the warehouse: stores with their positions and borders, stock levels and documents for other modules. */
export {
  containersOnDocuments,
  holds,
  isApproved,
  leftJoinDocument,
  leftJoinPlaceLevel,
  leftJoinStore,
  leftJoinStoreLevel,
  movedByDocument,
  openStoreBorders,
  stockLevelLines,
  storeDistances,
  storeNames,
  storesNamed,
  waysAsJson
} from './fragments.ts'
export { beforeStoreRemoval, findOrder, type OrderOfDocument, storeContainersAmount, throwStoreUsed } from './points.ts'
export {
  closeStore,
  internalStores,
  removeStore,
  reopenStore,
  requireOpenStore,
  type StoreAt,
  saveStore
} from './stock/store-life.ts'
