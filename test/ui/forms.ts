/** Filled-in forms of the example command, by command and role, as a person would send them. */
import type { Forms } from './fixtures/forms.ts'

const everyRule = {
  country: 1,
  nip: '5252344078',
  quantity: 2,
  password: 'Correct-Horse-7',
  again: 'Correct-Horse-7',
  address: { city: 'Płock', postalCode: '09-400' },
  contactPerson: { email: 'ewa@example.com', phone: '501502503' },
  prices: [
    { item: 3, value: 9.5, from: '2026-11-21' },
    { item: 2, value: 1000, from: '2026-11-22', note: 'agreed' }
  ]
}

export const forms: Forms = {
  'example.everyRule for ADMIN': everyRule,
  'example.everyRule for CLIENT': everyRule
}
