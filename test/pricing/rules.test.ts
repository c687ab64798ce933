import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosePrice, explainPrice, type PriceFacts, type SpecialPrice } from '../../modules/pricing/rules.ts'
import { grossOf, valuesOf } from '../../src/contract/money.ts'

const day = '2026-11-20'
/** Noon in Warsaw. */
const at = new Date('2026-11-20T11:00:00Z')
const period = (value: number, dateFrom: string, dateTo: string, endedAt: string | null = null): SpecialPrice => ({
  value,
  dateFrom,
  dateTo,
  endedAt
})
const since = (value: number, validFrom: string | null = null) => ({ value, validFrom })
const facts = (more: Partial<PriceFacts> = {}): PriceFacts => ({
  special: { place: [], company: [] },
  postal: { digit: '2', price: null, inUse: false, inPoland: true },
  general: null,
  ...more
})
const now = period(1, '2026-11-20', '2026-11-20')
const past = period(2, '2026-01-01', '2026-11-19')
const next = period(3, '2026-11-21', '2026-12-31')
const withdrawn = period(4, '2026-11-01', '2026-12-31', '2026-11-20T11:00:00.000Z')
const inUse = { digit: '2', price: since(30), inUse: true, inPoland: true }

/** Source, value and reason of each rung, one line a rung. */
const told = (given: PriceFacts): string[] =>
  explainPrice(given, at).map(({ source, value, reason }) => `${source} ${value ?? '-'} ${reason}`)

describe('why a price holds', () => {
  it.each<[string, PriceFacts, string[]]>([
    [
      'the place’s special price before all others',
      facts({ special: { place: [now], company: [now] }, postal: inUse, general: since(40) }),
      ['place 1 taken', 'company 1 lowerRank', 'postal 30 lowerRank', 'general 40 lowerRank']
    ],
    [
      'the company’s where the place has none',
      facts({ special: { place: [], company: [now] }, postal: inUse, general: since(40) }),
      ['place - none', 'company 1 taken', 'postal 30 lowerRank', 'general 40 lowerRank']
    ],
    [
      'the digit’s where specials are over or yet to come',
      facts({ special: { place: [past], company: [next] }, postal: inUse, general: since(40) }),
      ['place 2 over', 'company 3 notYet', 'postal 30 taken', 'general 40 lowerRank']
    ],
    [
      'the general one where digits are not in use',
      facts({ postal: { digit: '2', price: since(30), inUse: false, inPoland: true }, general: since(40) }),
      ['place - none', 'company - none', 'postal 30 notInUse', 'general 40 taken']
    ],
    [
      'the general one where the digit has no price',
      facts({ postal: { digit: '7', price: null, inUse: true, inPoland: true }, general: since(40) }),
      ['place - none', 'company - none', 'postal - none', 'general 40 taken']
    ],
    [
      'nothing where no rung has a price',
      facts(),
      ['place - none', 'company - none', 'postal - notInUse', 'general - none']
    ],
    [
      'a price of nothing is a price',
      facts({ special: { place: [period(0, day, day)], company: [] }, general: since(40) }),
      ['place 0 taken', 'company - none', 'postal - notInUse', 'general 40 lowerRank']
    ],
    [
      'the one that holds and the next to come, and nothing of the past',
      facts({ special: { place: [next, now, past], company: [] } }),
      ['place 1 taken', 'place 3 notYet', 'company - none', 'postal - notInUse', 'general - none']
    ],
    [
      'one that was taken away at this instant holds no more',
      facts({ special: { place: [past, withdrawn], company: [] }, general: since(40) }),
      ['place 4 ended', 'company - none', 'postal - notInUse', 'general 40 taken']
    ],
    [
      'one that was taken away later that day still held',
      facts({
        special: { place: [{ ...withdrawn, endedAt: '2026-11-20T11:00:00.001Z' }], company: [] },
        general: since(40)
      }),
      ['place 4 taken', 'company - none', 'postal - notInUse', 'general 40 lowerRank']
    ],
    [
      'of two on one day, the one that was taken away later: the other was agreed in its place',
      facts({
        special: {
          place: [period(5, day, '2026-12-31'), { ...withdrawn, endedAt: '2026-11-20T14:00:00.000Z' }],
          company: []
        }
      }),
      ['place 4 taken', 'company - none', 'postal - notInUse', 'general - none']
    ],
    [
      'the general one abroad, where postal codes are others',
      facts({ postal: { ...inUse, inPoland: false }, general: since(40) }),
      ['place - none', 'company - none', 'postal - abroad', 'general 40 taken']
    ],
    [
      'the nearest of several to come, and none that was taken away before it began',
      facts({
        special: {
          place: [period(9, '2027-01-01', '2027-02-01'), next, { ...next, endedAt: '2026-11-20T08:00:00Z' }],
          company: []
        }
      }),
      ['place 3 notYet', 'company - none', 'postal - notInUse', 'general - none']
    ]
  ])('%s', (_what, given, expected) => {
    expect(told(given)).toEqual(expected)
  })

  it('says the days of a special price and the digit of the postal code', () => {
    expect(explainPrice(facts({ special: { place: [now], company: [] }, postal: inUse }), at)).toMatchObject([
      { source: 'place', dateFrom: day, dateTo: day, digit: null },
      { source: 'company', dateFrom: null, dateTo: null },
      { source: 'postal', digit: '2' },
      { source: 'general', digit: null }
    ])
  })

  it('is the price: the first step that applies is taken, and none where none applies', () => {
    const days = fc.integer({ min: 10, max: 30 }).map(n => `2026-11-${n}`)
    const price = fc.constantFrom(0, 0.01, 40, 9_999.99)
    const ended = days.map(ending => `${ending}T11:00:00.000Z`)
    const special = fc
      .record({ value: price, between: fc.tuple(days, days), endedAt: fc.option(ended) })
      .map(({ value, between, endedAt }) => {
        const [dateFrom = '', dateTo = ''] = between.toSorted()
        return { value, dateFrom, dateTo, endedAt }
      })
    // at most one of an owner holds at an instant: the database sees to it
    const holding = (prices: readonly SpecialPrice[]) =>
      prices.filter(
        ({ dateFrom, dateTo, endedAt }) =>
          dateFrom <= day && day <= dateTo && !(endedAt && endedAt <= '2026-11-20T11:00:00.000Z')
      )
    const owned = fc.array(special, { maxLength: 5 }).filter(prices => holding(prices).length <= 1)
    const listed = fc.option(fc.record({ value: price, validFrom: fc.constantFrom(null, '2026-11-02T10:00:00.000Z') }))
    const [inUse, inPoland] = [fc.boolean(), fc.boolean()]
    const postal = fc.record({ digit: fc.constant('2'), price: listed, inUse, inPoland })
    const known = fc.record({ special: fc.record({ place: owned, company: owned }), postal, general: listed })
    fc.assert(
      fc.property(known, given => {
        const steps = explainPrice(given, at)
        const { special, postal, general } = given
        const digits = postal.inUse && postal.inPoland ? postal.price?.value : undefined
        const [place, company] = [special.place, special.company].map(prices => holding(prices)[0]?.value)
        const expected = place ?? company ?? digits ?? general?.value
        const taken = steps.filter(step => step.taken)
        expect(choosePrice(steps)?.netPrice).toBe(expected)
        expect(taken.map(({ value }) => value)).toEqual(expected === undefined ? [] : [expected])
        expect(steps.filter(({ reason }) => reason === 'taken')).toEqual(taken)
        expect([...new Set(steps.map(({ source }) => source))]).toEqual(['place', 'company', 'postal', 'general'])
      }),
      { numRuns: 1000, seed: 7 }
    )
  })
})

describe('what follows from a price', () => {
  it.each([
    [100, 8, 108],
    [0.01, 8, 0.01],
    [0.06, 8, 0.06],
    [0.07, 8, 0.08],
    [12.5, 8, 13.5],
    [0.5, 23, 0.62],
    [9_999_999.99, 8, 10_799_999.99],
    [10, 0, 10],
    [3.33, 5.5, 3.51],
    [123.45, 8, 133.33],
    [1.5, 5, 1.58],
    [9_999_999.99, 23, 12_299_999.99]
  ])('net %s at %s percent is gross %s, rounded half up', (net, rate, gross) => {
    expect(grossOf(net, rate)).toBe(gross)
  })

  it.each([
    [19.99, 3, 8, { grossPrice: 21.59, netValue: 59.97, grossValue: 64.77, vatValue: 4.8 }],
    [250, undefined, 8, { grossPrice: 270, netValue: 250, grossValue: 270, vatValue: 20 }],
    [0.1, 3, 8, { grossPrice: 0.11, netValue: 0.3, grossValue: 0.32, vatValue: 0.02 }]
  ])('%s × %s at %s percent', (net, quantity, rate, expected) => {
    expect(valuesOf(net, quantity, rate)).toEqual(expected)
  })
})
