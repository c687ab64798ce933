import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwOrderError = defineErrors('orders', {
  /** The place is not active, or not the caller's company's any more. */
  placeInactive: 422,
  companyInactive: 422,
  /** An order keeps its company: an edit named a place of another one. */
  otherCompany: 422,
  /** The item is of a type that the place is not assigned. */
  itemNotAllowed: 422,
  noPrice: 422,
  noStore: 422,
  /** There is no accept, planning, cancel, restore or finish to take back. */
  undoNothing: 409,
  undoAnothers: 409,
  undoChanged: 409,
  undoTooLate: 409,
  /** The driver was notified of the order since it was planned. */
  undoNotified: 409,
  /** The vehicle or the driver that the order would have again was removed since. */
  undoGone: 409,
  /** The stops of the route are not those that the caller put in order. */
  routeChanged: 409,
  /** This installation has no accounting system. */
  accountingOff: 409,
  /** The accounting system reports another invoice than before. */
  otherInvoice: 409
})

/** Each names its orders. */
export const throwNotifyError = defineErrors('notify', { noDriver: 422, noPhone: 422, noEmail: 422 })

mapConstraints({
  orders_store: 'orders.noStore',
  // what an order names is not deleted
  orders_department: 'companies.departmentHasOrders',
  orders_place: 'companies.placeHasOrders'
})
