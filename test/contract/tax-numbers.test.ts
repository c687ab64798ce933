/** Tax numbers and REGON: the published examples of each country, and agreement with the library stdnum over random digits. */
import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/contract/check.ts'
import {
  compactTaxNumber,
  exampleForRegistryCode,
  nipCheckDigit,
  regonCheckDigit,
  taxNumberFormats,
  writtenTaxNumber
} from '../../src/contract/tax-numbers.ts'

const holds = (format: string, text: string): boolean => check({ type: 'string', format }, text).length === 0

const table: [format: string, good: string[], bad: string[]][] = [
  [
    'nip',
    ['5252344078', '1060000062'],
    ['5252344079', '525234407', '525-234-40-78', '525 2344078', 'PL5252344078', '']
  ],
  [
    'regon',
    ['192598184', '123456785', '12345678512347'],
    ['192598183', '12345678612342', '12345678512340', '1925981841', '192-598-184', '']
  ],
  ['vatDe', ['136695976', 'DE136695976', 'de 136 695 976'], ['136695978', '036695976', '13669597', 'AT136695976', '']],
  // The third digit of a Slovak number is 2, 3, 4, 7, 8 or 9; natural persons begin with 1.
  [
    'vatSk',
    ['2022749619', 'SK 202 274 96 19', '1021000002'],
    ['2022749618', '2011000002', '0022749610', 'CZ2022749619']
  ],
  ['vatEe', ['100931558', 'EE 100 931 558'], ['100594103', '10093155', '1009315588']],
  [
    'vatCz',
    // a legal person, a natural one (with and without a check digit), a special number
    ['25123891', 'CZ 25123891', '7103192745', '7155192748', '395601439', '640903926'],
    ['25123890', '95123891', '1103492745', '7103192746', '590312123', '7113192745', '640903925', '710319274500']
  ]
]

describe('the formats of tax numbers', () => {
  it.each(table)('%s', (format, good, bad) => {
    expect(good.filter(text => !holds(format, text))).toEqual([])
    expect(bad.filter(text => holds(format, text))).toEqual([])
  })

  it('gives a number as it is stored', () => {
    expect(compactTaxNumber('vatDe', ' de 136 695 976')).toBe('136695976')
    expect(compactTaxNumber('nip', '5252344078')).toBe('5252344078')
    expect(compactTaxNumber('vatCz', 'SK25123891')).toBe('SK25123891')
  })

  it('has a check digit for what has none at the end', () => {
    expect(nipCheckDigit('525234407')).toBe(8)
    expect(regonCheckDigit('19259818')).toBe(4)
  })
})

/**
 * stdnum 1.12 looks at the first digit of a Slovak number where the third decides, and counts the leading 6 of a Czech special
 * number; those two are in the table above instead.
 */
const others = {
  nip: [10, text => stdnum.PL?.nip?.validate(text).isValid],
  regon: [9, text => stdnum.PL?.regon?.validate(text).isValid],
  vatDe: [9, text => !text.startsWith('0') && stdnum.DE?.vat?.validate(text).isValid],
  vatEe: [9, text => stdnum.EE?.kmkr?.validate(text).isValid],
  vatCz: [8, text => stdnum.CZ?.dic?.validate(text).isValid]
} satisfies Record<string, [length: number, judge: (text: string) => boolean | undefined]>

describe('what people write and read', () => {
  it.each([
    ['vatDe', '136695976', 'DE136695976'],
    ['vatDe', 'de 136 695 976', 'DE136695976'],
    ['vatEe', 'EE100931558', 'EE100931558'],
    ['nip', '1132019088', '1132019088']
  ])('a number of %s, %s, is shown as %s', (format, number, written) => {
    expect(writtenTaxNumber(format, number)).toBe(written)
  })

  it.each([
    ['vatEe', '10137319', true],
    ['vatEe', 'EE 10137319', true],
    ['vatSk', '35757442', true],
    ['vatEe', '100931558', false],
    // the number of a Czech company in the register is its VAT number, too
    ['vatCz', '25123891', false],
    ['nip', '12345678', false]
  ])('in a field for %s, %s is a number of the register of companies: %s', (format, text, isCode) => {
    expect(exampleForRegistryCode(format, text) !== undefined).toBe(isCode)
  })
})

describe('agreement with stdnum', () => {
  it.each(Object.entries(others))('%s', (format, [length, judge]) => {
    const front = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
    let valid = 0
    fc.assert(
      fc.property(front, digits => {
        for (let last = 0; last <= 9; last++) {
          const text = digits.join('') + last
          const ours = taxNumberFormats[format]?.(text)
          expect([text, ours]).toEqual([text, judge(text)])
          if (ours) valid++
        }
      }),
      { numRuns: 300 }
    )
    expect(valid).toBeGreaterThan(100)
  })

  it('long REGON', () => {
    for (const short of ['192598184', '123456785', '140517018'])
      for (let unit = 0; unit < 300; unit++) {
        const front = `${short}${String(unit).padStart(4, '0')}`
        for (let last = 0; last <= 9; last++)
          expect(taxNumberFormats.regon?.(front + last)).toBe(stdnum.PL?.regon?.validate(front + last).isValid)
      }
  })
})
