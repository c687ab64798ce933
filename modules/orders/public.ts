/** The public API of orders: joins, and statements for reports, the dashboard and validators. */
export { bookedOrders } from './accounting/booked.ts'
export {
  isOrderVisible,
  lockOrderToSend,
  type OrderToMatch,
  type OrderToSend,
  ordersToMatch,
  orderToMatchById,
  orderToSend
} from './cards.ts'
export { orderDocumentForm } from './commands/add-document.ts'
export { isDrivenBy, keepStopStates, lockDrivenOrders } from './driven.ts'
export { dayOfDriver, type StopOfDriver } from './driver-day.ts'
export { joinOrder, leftJoinOrder, movedByOrder, ofSyncFailure, orderTexts } from './fragments.ts'
export { type OrderOfClient, orderOfClient } from './of-client.ts'
export { type WayOfLoad, waysOfLoads } from './planning/ways.ts'
export {
  type CardOfOrder,
  cardOfOrder,
  collectionsTold,
  driverApp,
  orderPanelTabs,
  ownOrderPanelTabs,
  toldByDrivers
} from './points.ts'
export { orderReport } from './report/schema.ts'
export {
  activeAtEndOf,
  type CollectedFrom,
  type CollectionsOf,
  collectedMasses,
  collections,
  completedOrders,
  finishedWithin,
  type OrderField,
  type OrderLines,
  orderField,
  orderLines,
  type Period,
  placedOn,
  placedWithin,
  plannedCargo,
  routesWithin,
  uninvoicedOrders,
  unsynchronisedOrders,
  waitingForAccounting
} from './statements.ts'
export {
  chainOfDriver,
  drivesToTell,
  drivesWithHours,
  keepOutsideHours,
  type TrackedOrder,
  trackedOrder
} from './tracked.ts'
export { lockWeighedOrders, weighedMass } from './weighed.ts'
