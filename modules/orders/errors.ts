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
  /** Neither accepted, cancelled nor restored yet. */
  undoNothing: 409,
  undoAnothers: 409,
  undoChanged: 409,
  undoTooLate: 409
})

mapConstraints({ orders_store: 'orders.noStore' })
