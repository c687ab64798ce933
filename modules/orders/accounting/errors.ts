import { defineErrors } from '../../../src/kernel/http/errors.ts'

export const throwAccountingError = defineErrors('orders', {
  /** The accounting system told of another invoice before. */
  otherInvoice: 409
})
