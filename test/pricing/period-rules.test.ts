/** What changes of prices do to their periods, against a model that keeps a price for each single instant. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeFrom,
  isEmpty,
  type Period,
  type PeriodChanges,
  periodAt,
  plannedInstants,
  type Wanted,
  withdrawAll,
  withdrawPlanned
} from '../../modules/pricing/periods/rules.ts'

/** Few instants, so that changes often meet; the last one stands for all later ones. */
const instants = Array.from({ length: 9 }, (_, at) => `2026-11-0${at + 1}T00:00:00.000000Z`)
const series = [null, 2] as const
const text = (at: number): string => instants[at] as string

/** The periods after a change. Throws where they are not what the database accepts. */
function applied(periods: readonly Period[], changes: PeriodChanges, nextId: () => number): Period[] {
  const removed = new Set(changes.removed)
  const moved = new Map(changes.moved.map(({ id, validTo }) => [id, validTo]))
  const left = periods
    .filter(({ id }) => !removed.has(id))
    .map(period => (moved.has(period.id) ? { ...period, validTo: moved.get(period.id) ?? null } : period))
  const all = [...left, ...changes.added.map(period => ({ ...period, id: nextId() }))]
  for (const a of all) {
    if (a.validFrom !== null && a.validTo !== null) expect(a.validFrom < a.validTo).toBe(true)
    for (const b of all)
      if (a.id < b.id && a.digit === b.digit)
        expect((a.validTo ?? '~') <= (b.validFrom ?? '') || (b.validTo ?? '~') <= (a.validFrom ?? '')).toBe(true)
  }
  return all
}

/** The instant of the next change after another one, or how many instants there are. */
function nextOf(begins: readonly boolean[], after: number): number {
  const next = begins.findIndex((is, at) => is && at > after)
  return next < 0 ? begins.length : next
}

const valuesOf = (periods: readonly Period[]): (number | null)[][] =>
  series.map(digit => instants.map(at => periodAt(periods, digit, at)?.value ?? null))

const general = (id: number, value: number, validFrom: string | null, validTo: string | null = null): Period => ({
  id,
  digit: null,
  value,
  postalCodePrices: false,
  validFrom,
  validTo
})
const terms = (value: number) => ({ value, postalCodePrices: false })
const change = (periods: readonly Period[], value: number | null, at: number) =>
  changeFrom(periods, [{ digit: null, terms: value === null ? null : terms(value) }], text(at))

describe('a change of a price', () => {
  it('ends the price before and adds another one, which nothing overwrites', () => {
    expect(change([general(1, 100, null)], 120, 3)).toEqual({
      removed: [],
      moved: [{ id: 1, validTo: text(3) }],
      added: [{ digit: null, ...terms(120), validFrom: text(3), validTo: null }]
    })
  })

  it('to the present value changes nothing', () => {
    expect(isEmpty(change([general(1, 100, null)], 100, 3))).toBe(true)
    expect(isEmpty(change([], null, 3))).toBe(true)
  })

  it('keeps what is planned for later', () => {
    const periods = [general(1, 100, null, text(6)), general(2, 150, text(6))]
    expect(change(periods, 120, 3)).toEqual({
      removed: [],
      moved: [{ id: 1, validTo: text(3) }],
      added: [{ digit: null, ...terms(120), validFrom: text(3), validTo: text(6) }]
    })
  })

  it('replaces what is planned for the same instant, and takes it back if the price is to stay', () => {
    const periods = [general(1, 100, null, text(6)), general(2, 150, text(6))]
    expect(change(periods, 160, 6)).toEqual({
      removed: [2],
      moved: [],
      added: [{ digit: null, ...terms(160), validFrom: text(6), validTo: null }]
    })
    expect(change(periods, 100, 6)).toEqual({ removed: [2], moved: [{ id: 1, validTo: null }], added: [] })
    expect(change(periods, null, 6)).toEqual({ removed: [2], moved: [], added: [] })
  })

  it('of whether the item is priced by postal codes begins a period of the general price', () => {
    const wanted: Wanted = { digit: null, terms: { value: 100, postalCodePrices: true } }
    expect(changeFrom([general(1, 100, null)], [wanted], text(3)).added).toMatchObject([
      { value: 100, postalCodePrices: true, validFrom: text(3) }
    ])
  })
})

describe('a planned change that is withdrawn', () => {
  it('leaves the price that it would have ended, until the next planned change', () => {
    const periods = [general(1, 100, null, text(4)), general(2, 120, text(4), text(6)), general(3, 130, text(6))]
    expect(withdrawPlanned(periods, text(4))).toEqual({ removed: [2], moved: [{ id: 1, validTo: text(6) }], added: [] })
    expect(withdrawPlanned(periods, text(6))).toEqual({ removed: [3], moved: [{ id: 2, validTo: null }], added: [] })
    expect(plannedInstants(periods, text(3))).toEqual([text(4), text(6)])
  })

  it('also where a price would only have ended', () => {
    const digit = { ...general(2, 90, null, text(5)), digit: 2, postalCodePrices: null }
    expect(withdrawPlanned([general(1, 100, null), digit], text(5))).toEqual({
      removed: [],
      moved: [{ id: 2, validTo: null }],
      added: []
    })
  })
})

it('after any changes in any order, each instant has the price that was set for it last', () => {
  const value = fc.option(fc.integer({ min: 1, max: 4 }))
  const step = fc.oneof(
    fc.record({ kind: fc.constant('change' as const), ahead: fc.nat(4), general: value, digit: fc.option(value) }),
    fc.record({ kind: fc.constant('withdraw' as const), which: fc.nat(3) }),
    fc.record({ kind: fc.constant('withdrawAll' as const) })
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), steps => {
      let id = 0
      const nextId = () => ++id
      let periods: Period[] = []
      // the model: of each series the price of each instant, and at which instants something was said to change
      const model: (number | null)[][] = series.map(() => instants.map(() => null))
      const starts: boolean[][] = series.map(() => instants.map(() => false))
      steps.forEach((one, now) => {
        const past = valuesOf(periods).map(values => values.slice(0, now))
        if (one.kind === 'change') {
          const from = Math.min(now + one.ahead, instants.length - 1)
          const wanted = [one.general, ...(one.digit === null ? [] : [one.digit])]
          const said = wanted.map((price, at): Wanted => {
            const digit = series[at] ?? null
            return { digit, terms: price === null ? null : { value: price, postalCodePrices: at === 0 ? false : null } }
          })
          periods = applied(periods, changeFrom(periods, said, text(from)), nextId)
          wanted.forEach((price, at) => {
            const own = model[at] as (number | null)[]
            const begins = starts[at] as boolean[]
            if (own[from] === price) return
            own.fill(price, from, nextOf(begins, from))
            begins[from] = from === 0 || price !== own[from - 1]
          })
        } else if (one.kind === 'withdrawAll') {
          periods = applied(periods, withdrawAll(periods, text(now)), nextId)
          for (const own of model) own.fill(null, now)
          for (const begins of starts) begins.fill(false, now)
        } else {
          const planned = plannedInstants(periods, text(now))[one.which]
          if (planned !== undefined) {
            periods = applied(periods, withdrawPlanned(periods, planned), nextId)
            const at = instants.indexOf(planned)
            model.forEach((own, index) => {
              const begins = starts[index] as boolean[]
              if (!begins[at]) return
              own.fill(own[at - 1] ?? null, at, nextOf(begins, at))
              begins[at] = false
            })
          }
        }
        expect(valuesOf(periods)).toEqual(model)
        // the past is as it was
        expect(valuesOf(periods).map(values => values.slice(0, now))).toEqual(past)
      })
    }),
    { numRuns: 2000, seed: 19 }
  )
})
