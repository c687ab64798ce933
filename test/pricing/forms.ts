/** Filled-in forms of the module's commands, by command and role, as a person would send them. */
import type { Forms } from '../ui/fixtures/forms.ts'

const prices = [
  { postalCodePrefix: '0', value: 610 },
  { postalCodePrefix: '2', value: 570 }
]
const aPrice = { price: 600, validFrom: '2099-12-01', postalCodePrices: true, prices }

const special = {
  specialPrices: [{ orderTypeItemId: 1, value: 1000, dateFrom: '2026-12-01', dateTo: '2027-11-30' }]
}

export const forms: Forms = {
  'pricing.addPrice for ADMIN': { orderTypeItemId: 1, ...aPrice },
  'pricing.editPrice for ADMIN': aPrice,
  'pricing.changePercent for ADMIN': { percent: 4.5, validFrom: '2099-12-01' },
  'pricing.withdrawPlanned for ADMIN': { validFrom: '2099-12-01' },
  'pricing.setCompanyPrices for ADMIN': special,
  'pricing.setPlacePrices for ADMIN': special
}
