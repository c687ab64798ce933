import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwPricingError = defineErrors('pricing', {
  noPrice: 422,
  priceExists: 409,
  /** No change of the item's prices is planned for that day. */
  notPlanned: 409,
  /** The period overlaps with that of another special price of the item. */
  dateTaken: 422,
  beforeToday: 422,
  endsBeforeStart: 422,
  unknownSpecialPrice: 422
})

mapConstraints({ special_prices_company_free: 'pricing.dateTaken', special_prices_place_free: 'pricing.dateTaken' })
