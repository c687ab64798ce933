import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwOrderError = defineErrors('orders', {
  /** The place is not active, or no longer belongs to the caller's company. */
  placeInactive: 422,
  companyInactive: 422,
  /** An edit named a place of another company: the company of an order cannot change. */
  otherCompany: 422,
  /** The place is not assigned the order type of the item. */
  itemNotAllowed: 422,
  noPrice: 422,
  noStore: 422,
  /** There is no accept, planning, cancel, restore or finish to undo. */
  undoNothing: 409,
  undoAnothers: 409,
  undoChanged: 409,
  undoTooLate: 409,
  undoNextDay: 409,
  /** The driver was notified of the order since it was planned. */
  undoNotified: 409,
  /** The vehicle or the driver that the order would get back was removed since. */
  undoGone: 409,
  /** The stops of the route are no longer those that the caller has reordered. */
  routeChanged: 409,
  /** This installation has no accounting system. */
  accountingOff: 409,
  /** The accounting system of this installation sends the invoice numbers. */
  accountingOn: 409,
  /** The accounting system reports another invoice than before. */
  otherInvoice: 409,
  /** An order of another company has the invoice number. */
  invoiceOfOthers: 409
})

/** The message of each error names the orders concerned. */
export const throwNotifyError = defineErrors('notify', { noDriver: 422, noPhone: 422, noEmail: 422 })

mapConstraints({
  orders_store: 'orders.noStore',
  // records that an order refers to cannot be deleted
  orders_department: 'companies.departmentHasOrders',
  orders_place: 'companies.placeHasOrders'
})
