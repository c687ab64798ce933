import { defineErrors } from '../../../src/kernel/errors.ts'

export const fail = defineErrors('orders', {
  /** Nothing is planned for a day that is over. */
  dayPast: 422
})
