/** What somebody accepts who registers: terms only where the installation has some. */
import { expect, it } from 'vitest'
import { consentOf } from '../../ui/pages/registration/Terms.tsx'

it.each([
  ['portal', 'https://example.com/terms', 'registration.terms.accept'],
  ['portal', null, 'registration.priceList.accept'],
  ['admin', 'https://example.com/terms', 'registration.terms.staff'],
  ['admin', null, 'registration.priceList.staff'],
  ['portal', undefined, 'registration.terms.accept']
] as const)('%s, with the terms at %s: %s', (where, termsUrl, sentence) => {
  expect(consentOf(termsUrl, where)).toBe(sentence)
})
