import { defineErrors } from '../../src/kernel/http/errors.ts'

export const throwPricingError = defineErrors('pricing', { noPrice: 422, priceExists: 409 })
