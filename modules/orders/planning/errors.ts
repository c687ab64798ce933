import { defineErrors } from '../../../src/kernel/http/errors.ts'

export const throwPlanningError = defineErrors('orders', {
  /** Nothing is planned for a day that is over. */
  dayPast: 422
})
