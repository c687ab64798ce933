/** A price explained in words, while ordering and on a placed order. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { explanationOf, type PriceStep } from '../../ui/pages/pricing/trace.ts'

beforeAll(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z') })
})
afterAll(() => void vi.useRealTimers())

const t = (key: string, args?: object) => key.replace('pricing.trace.', '') + (args ? ` ${JSON.stringify(args)}` : '')
const step = (more: Partial<PriceStep> = {}): PriceStep => ({
  source: 'general',
  value: 600,
  dateFrom: null,
  dateTo: null,
  digit: null,
  taken: false,
  reason: 'lowerRank',
  ...more
})
const days = { dateFrom: '2026-11-01', dateTo: '2026-11-30' }
const over = step({ source: 'company', value: 500, ...days, reason: 'over' })
const taken = step({ taken: true, reason: 'taken' })
const reasons = (more: object = {}) => ({
  netPrice: 600,
  byStaff: false,
  user: null,
  at: '2026-11-21T13:05:00.000Z',
  day: '2026-11-21',
  recorded: true,
  trace: [over, taken],
  ...more
})
const said = (value: unknown, typed?: unknown) => {
  const { brief, notes, steps } = explanationOf(t, value, typed)!
  return {
    brief,
    notes,
    steps: steps.map(({ source, value, why, taken }) => `${taken ? '✓ ' : ''}${source} ${value ?? '–'} ${why}`)
  }
}
const general = 'general {"digit":"–"}'
const company = 'company {"digit":"–"}'
const period = '{"from":"01.11.2026","to":"30.11.2026"}'
const when = 'at {"when":"21.11.2026 14:05"}'

describe('the price of a new order', () => {
  it('names whose price was taken, or that there is none', () => {
    expect(said([over, step()]).brief).toBe('noPrice')
    expect(said([over, taken])).toEqual({
      brief: general,
      notes: [],
      steps: [`${company} 500 over ${period}`, `✓ ${general} 600 taken {"from":"","to":""}`]
    })
    expect(said([step({ source: 'postal', digit: '2', ...days, taken: true, reason: 'taken' })]).steps).toEqual([
      `✓ postal {"digit":"2"} 600 taken ${period} period ${period}`
    ])
  })

  it.each([[undefined], [null], [''], [[]], [5]])('has no explanation in %j', value => {
    expect(explanationOf(t, value)).toBeUndefined()
  })

  it('is by staff where they type another one than the steps give', () => {
    expect(said([over, taken], 600).brief).toBe(general)
    expect(said([over, taken], 570)).toEqual({
      brief: 'byStaff',
      notes: [],
      steps: ['✓ byStaff 570 ', `${company} 500 over ${period}`, `${general} 600 overridden`]
    })
  })
})

describe('the price of the general list', () => {
  const since = step({ taken: true, reason: 'taken', validFrom: '2026-11-20T23:30:00.000Z' })
  const [none, dated] = ['{"from":"","to":""}', '{"from":"21.11.2026"}']

  it('is valid since a day in Warsaw', () => {
    expect(said([since]).steps).toEqual([`✓ ${general} 600 taken ${none} since ${dated}`])
  })

  it('from before reasons were stored may have been set later, if the start of its validity is unknown', () => {
    const then = (trace: PriceStep[]) => said(reasons({ at: null, recorded: false, trace })).steps
    expect(then([taken])).toEqual([`✓ ${general} 600 taken ${none} sinceUnknown`])
    expect(then([since])).toEqual([`✓ ${general} 600 taken ${none} since ${dated}`])
    // a special price has a period, and reasons that were kept need no doubt
    expect(then([{ ...over, taken: true, reason: 'taken' }])[0]).toContain('period')
    expect(said(reasons()).steps[1]).toBe(`✓ ${general} 600 taken ${none}`)
  })

  it('of a place abroad has no digit', () => {
    const abroad = step({ source: 'postal', value: null, reason: 'abroad' })
    expect(said([abroad, taken]).steps[0]).toBe(`postal.abroad – abroad ${none}`)
  })
})

describe('the price of a placed order', () => {
  it.each<[what: string, more: object, typed: unknown, brief: string, notes: string[], first: string]>([
    ['by the lists of that moment', {}, undefined, general, [when], `${company} 500 over ${period}`],
    [
      'priced again, by its first day',
      { day: '2026-11-02' },
      undefined,
      general,
      [when, 'forDay {"day":"02.11.2026"}'],
      `${company} 500 over ${period}`
    ],
    [
      'that an edit would give, today',
      { at: null, day: '2026-11-22' },
      undefined,
      general,
      [],
      `${company} 500 over ${period}`
    ],
    [
      'that an edit would give, by its first day',
      { at: null },
      undefined,
      general,
      ['forDay {"day":"21.11.2026"}'],
      `${company} 500 over ${period}`
    ],
    [
      'of somebody',
      { byStaff: true, netPrice: 570, user: 'Robert Mazur' },
      undefined,
      'byStaff',
      [],
      '✓ byStaff 570 21.11.2026 14:05 · Robert Mazur'
    ],
    [
      'of somebody who was erased',
      { byStaff: true, netPrice: 570 },
      undefined,
      'byStaff',
      [],
      '✓ byStaff 570 21.11.2026 14:05'
    ],
    [
      'of before reasons were kept',
      { at: null, recorded: false, netPrice: 570 },
      undefined,
      'notKept',
      ['now', 'forDay {"day":"21.11.2026"}'],
      `${company} 500 over ${period}`
    ],
    [
      'of staff, of before reasons were kept',
      { at: null, recorded: false, byStaff: true, netPrice: 570, day: '2026-11-22' },
      undefined,
      'byStaff',
      ['now'],
      '✓ byStaff 570 '
    ],
    ['over which one is typed', {}, 510, 'byStaff', [when], '✓ byStaff 510 '],
    [
      'of staff, over which that of the list is typed',
      { byStaff: true, netPrice: 570 },
      600,
      general,
      [],
      `${company} 500 over ${period}`
    ]
  ])('%s', (_what, more, typed, brief, notes, first) => {
    const explained = said(reasons(more), typed)
    expect({ brief: explained.brief, notes: explained.notes }).toEqual({ brief, notes })
    expect(explained.steps[0]).toBe(first)
    expect(explained.steps.filter(one => one.startsWith('✓'))).toHaveLength(1)
  })
})
