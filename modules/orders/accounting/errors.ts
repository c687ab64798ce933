import { defineErrors } from '../../../src/kernel/errors.ts'

export const fail = defineErrors('orders', {
  /** The accounting system told of another invoice before. */
  otherInvoice: 409
})
