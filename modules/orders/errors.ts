import { defineErrors } from '../../src/kernel/errors.ts'

export const fail = defineErrors('orders', {
  /** The place is not active, or not the caller's company's any more. */
  placeInactive: 422,
  companyInactive: 422,
  /** The item is of a type that the place is not assigned. */
  itemNotAllowed: 422,
  noPrice: 422
})
