import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwWeightError = defineErrors('weights', {
  scaleExists: 409,
  /** The ticket names a reading that there is not, or of another store's scale. */
  noReading: 422,
  noOrder: 422,
  /** The gross mass is not above the tare. */
  nothingWeighed: 422,
  /** Far more than the vehicle may carry. */
  beyondVehicle: 422,
  /** The masses of the orders are more than the load. */
  moreThanLoad: 422,
  /** Nothing of the load is left for an order without a mass. */
  nothingLeft: 422,
  /** What was ordered cannot be compared, so that the masses have to be typed. */
  massesMissing: 422,
  /** A part of the load belongs to no order, and nobody said why. */
  restUnexplained: 422,
  /** The mass differs from the scale's, and nobody said why. */
  noteMissing: 422,
  /** It was weighed in the future. */
  weighedLater: 422,
  orderTwice: 422
})
