/** What is typed and pasted into boxes of digits, as the form takes it. */
import { expect, it } from 'vitest'
import { formats } from '../../src/contract/check.ts'
import { tidied } from '../../ui/parts/form/typed.ts'

it.each([
  ['phone', '608 170 571', '608170571'],
  ['phone', '608-170-571', '608170571'],
  ['phone', '+48 608 170 571', '608170571'],
  ['phone', '0048608170571', '608170571'],
  ['phone', '(82) 560 12 34', '825601234'],
  ['nip', '525-234-40-78', '5252344078'],
  ['nip', 'PL 525 234 40 78', '5252344078'],
  ['regon', '144 710 460', '144710460'],
  ['digits', '000 154 546', '000154546'],
  ['vatCz', 'CZ 25123891', 'CZ25123891'],
  ['vatDe', 'DE 136 695 976', 'DE136695976'],
  ['imei', '35-693803-564380-9', '356938035643809'],
  ['iccid', '8948 0100 0000 0000 017', '8948010000000000017']
])('%s: “%s” is %s, which the form’s check takes', (format, typed, taken) => {
  expect(tidied(typed, format)).toBe(taken)
  expect(formats[format]?.(taken)).toBe(true)
})

it.each([
  ['phone', '+48 608', '+48608'],
  ['phone', '608 170 57x', '60817057x'],
  ['phoneCz', '+420 601 123 456', '+420 601 123 456'],
  ['email', 'jan.nowak@example.com', 'jan.nowak@example.com'],
  [undefined, 'ul. Długa 5/7', 'ul. Długa 5/7']
])('%s: nothing else is taken out of “%s”', (format, typed, taken) => {
  expect(tidied(typed, format)).toBe(taken)
})
