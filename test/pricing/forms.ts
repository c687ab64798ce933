/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const prices = [
  { postalCodePrefix: '0', value: 610 },
  { postalCodePrefix: '2', value: 570 }
]
const aPrice = { price: 600, postalCodePrices: true, prices }

export const forms: Forms = {
  'pricing.addPrice for ADMIN': { orderTypeItemId: 1, ...aPrice },
  'pricing.editPrice for ADMIN': aPrice
}
