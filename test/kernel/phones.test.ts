/** Phone numbers by country: what is taken, how it is kept, and that our data agrees with libphonenumber's. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { describe, expect, it } from 'vitest'
import { foreignPhones, phoneChecks, phoneFormats } from '../../src/contract/phone-checks.ts'
import { isPhoneFormat, phoneText } from '../../src/contract/phones.ts'
import { storedPhone } from '../../src/kernel/phones.ts'

const [poland, germany, slovakia, estonia, czechia] = [1, 2, 3, 4, 5]
const countries: readonly (readonly [format: keyof typeof foreignPhones, iso: CountryCode])[] = [
  ['phoneDe', 'DE'],
  ['phoneSk', 'SK'],
  ['phoneEe', 'EE'],
  ['phoneCz', 'CZ']
]

describe('a typed phone', () => {
  it.each([
    [poland, '501502503', '501502503'],
    [null, '501502503', '501502503'],
    [estonia, '+372 5123 4567', '+37251234567'],
    [estonia, '5123 4567', '+37251234567'],
    [estonia, '00372 51234567', '+37251234567'],
    [estonia, '+48 501 502 503', '+48501502503'],
    [estonia, '+358 40 123 4567', '+358401234567'],
    [germany, '030/123 45-67', '+49301234567'],
    [germany, '+49 (30) 1234567', '+49301234567'],
    [slovakia, '0901 234 567', '+421901234567'],
    [czechia, '601 234 567', '+420601234567']
  ])('of country %j: %s is kept as %s', (country, typed, kept) => {
    expect(storedPhone(typed, country)).toBe(kept)
    expect(phoneChecks[phoneFormats[(country ?? 1) as 1]]?.(typed)).toBe(true)
    // what is kept is taken again, also as people read it
    expect(storedPhone(country === null || country === 1 ? kept : phoneText(kept), country)).toBe(kept)
  })

  it.each([
    [poland, '+48501502503'],
    [poland, '501 502 503'],
    [poland, '50150250'],
    [null, '+37251234567'],
    [estonia, '123'],
    [estonia, '+372 5123 45678901'],
    [estonia, '+3725123'],
    [estonia, 'tel. 5123 4567'],
    [estonia, '5123 4567 ext 5'],
    [estonia, '+'],
    [czechia, '60123456'],
    [slovakia, '+421 000 000 000'],
    [germany, '']
  ])('of country %j: %j is refused', (country, typed) => expect(storedPhone(typed, country)).toBeUndefined())
})

describe('the data of the contract', () => {
  it.each(countries)('%s has the code, the prefix and the lengths of libphonenumber', (format, iso) => {
    const { code, trunk, digits } = foreignPhones[format]
    // [calling code, international prefix, pattern, possible lengths, formats, national prefix]
    const [callingCode, , , lengths, , prefix] = metadata.countries[iso] as unknown as [
      string,
      string,
      string,
      number[],
      unknown,
      string?
    ]
    expect([code, trunk, digits]).toEqual([callingCode, prefix ?? '', [Math.min(...lengths), Math.max(...lengths)]])
  })

  it.each([
    '+49301234567',
    '+491701234567',
    '+4922112345678',
    '+4971212345',
    '+37251234567',
    '+3726543210',
    '+421901234567',
    '+421212345678',
    '+421551234567',
    '+420601234567',
    '+48221234567',
    '+48501502503'
  ])('%s is read in the groups of libphonenumber', stored => {
    const groups = (text: string): string => text.replace(/^(\+49 17\d) (\d\d) (\d+)$/, '$1 $2$3')
    expect(phoneText(stored)).toBe(groups(parsePhoneNumberFromString(stored)?.formatInternational() ?? ''))
  })
})

it('the formats of phones are those that are checked, and that of a kept one', () => {
  expect([...Object.keys(phoneChecks), 'storedPhone'].filter(format => !isPhoneFormat(format))).toEqual([])
  expect([undefined, 'email', 'phones'].some(isPhoneFormat)).toBe(false)
})

describe('a number that was saved', () => {
  it.each([
    ['600700801', '600 700 801'],
    ['223456789', '22 345 67 89'],
    ['+48600700801', '+48 600 700 801'],
    ['+48221234567', '+48 22 123 45 67'],
    ['+420601234567', '+420 601 234 567'],
    ['+3725123456', '+372 512 3456'],
    ['+37251234567', '+372 5123 4567'],
    ['+49301234567', '+49 30 1234567'],
    ['+4915112345678', '+49 1511 2345678'],
    ['+421212345678', '+421 2 123 456 78'],
    // whoever wrote it has grouped it, or it is none
    ['600 700 801', '600 700 801'],
    ['+49 30 123456', '+49 30 123456'],
    ['112', '112'],
    ['+16502530000', '+16502530000'],
    ['', '']
  ])('%s is read as %s', (phone, text) => expect(phoneText(phone)).toBe(text))
})
