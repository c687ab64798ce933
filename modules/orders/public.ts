/** The public API of orders: joins, and statements for reports, the dashboard and validators. */
export { joinOrder, leftJoinOrder, movedByOrder, orderTexts } from './fragments.ts'
export { orderReport } from './report/schema.ts'
export {
  activeAtEndOf,
  finishedWithin,
  type OrderField,
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
