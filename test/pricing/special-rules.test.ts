import { describe, expect, it } from 'vitest'
import {
  type AgreedTerms,
  replaceSpecialPrices,
  type Terms,
  type WantedTerms
} from '../../modules/pricing/special/rules.ts'

const today = '2026-06-15'
const [item, other] = [1, 2]

/** `1 06-10…06-20 500`: item, days of 2026, value. */
function terms(text: string): Terms {
  const [orderTypeItemId, period = '', value] = text.split(' ')
  const [dateFrom, dateTo] = period.split('…').map(day => (day.length > 5 ? day : `2026-${day}`))
  return { orderTypeItemId: Number(orderTypeItemId), dateFrom: dateFrom!, dateTo: dateTo!, value: Number(value) }
}
const textOf = ({ orderTypeItemId, dateFrom, dateTo, value }: Terms): string =>
  `${orderTypeItemId} ${dateFrom}…${dateTo} ${value}`.replaceAll('2026-', '')

/** `7: 1 06-10…06-20 500` is the price 7. */
const agreed = (text: string): AgreedTerms => {
  const [id, rest = ''] = text.split(': ')
  return { id: Number(id), ...terms(rest) }
}
const wanted = (text: string): WantedTerms => (text.includes(':') ? agreed(text) : terms(text))

function replaced(present: string[], list: string[]) {
  const { added, changed, ended, faults } = replaceSpecialPrices(present.map(agreed), list.map(wanted), today)
  return {
    added: added.map(textOf),
    changed: changed.map(({ before, after }) => `${before.id}=${after.id}: ${textOf(after)}`),
    ended: ended.map(({ id }) => id),
    faults: faults.map(({ row, field, code }) => `${row}.${field} ${code}`)
  }
}
const nothing = { added: [], changed: [], ended: [], faults: [] }

const [next, begun, sinceToday, over] = [
  '7: 1 07-01…07-31 500',
  '7: 1 06-01…06-30 500',
  '7: 1 06-15…06-30 500',
  '7: 1 05-01…05-31 500'
]

describe('what replacing the special prices means', () => {
  it.each<[what: string, present: string[], list: string[], result: Partial<typeof nothing> | object]>([
    ['nothing becomes nothing', [], [], {}],
    ['a new price is added', [], ['1 06-15…06-20 500'], { added: ['1 06-15…06-20 500'] }],
    ['of one day, too', [], ['1 06-15…06-15 500'], { added: ['1 06-15…06-15 500'] }],
    ['as it is it stays', [next], [next], {}],
    ['as it is it stays though it has begun', [begun], [begun], {}],
    ['as it is it stays though it is over', [over], [over], {}],
    ['sent again without its id it stays', [begun], [begun.slice(3)], {}],
    ['what has not begun is changed', [next], ['7: 2 07-05…08-31 450'], { changed: ['7=7: 2 07-05…08-31 450'] }],
    ['to today, too', [next], ['7: 1 06-15…07-31 500'], { changed: ['7=7: 1 06-15…07-31 500'] }],
    ['what has not begun is ended when it is not in the list', [next], [], { ended: [7] }],
    ['what has begun is ended when it is not in the list', [begun], [], { ended: [7] }],
    ['what is over stays when it is not in the list', [over], [], {}],
    ['what has begun lasts longer', [begun], ['7: 1 06-01…12-31 500'], { changed: ['7=7: 1 06-01…12-31 500'] }],
    [
      'what has begun ends earlier, but not before today',
      [begun],
      ['7: 1 06-01…06-15 500'],
      { changed: ['7=7: 1 06-01…06-15 500'] }
    ],
    ['what began today lasts longer', [sinceToday], ['7: 1 06-15…12-31 500'], { changed: ['7=7: 1 06-15…12-31 500'] }],
    ['another value from today on', [begun], ['7: 1 06-01…06-30 400'], { added: ['1 06-15…06-30 400'], ended: [7] }],
    [
      'another value of a price of today',
      [sinceToday],
      ['7: 1 06-15…06-30 400'],
      { added: ['1 06-15…06-30 400'], ended: [7] }
    ],
    ['another item from today on', [begun], ['7: 2 06-01…06-30 500'], { added: ['2 06-15…06-30 500'], ended: [7] }],
    ['begins anew later', [begun], ['7: 1 06-20…06-30 500'], { added: ['1 06-20…06-30 500'], ended: [7] }],
    ['what is over begins anew', [over], ['7: 1 05-01…12-31 500'], { added: ['1 06-15…12-31 500'] }],
    [
      'two items on the same days',
      [],
      ['1 06-15…06-20 5', '2 06-15…06-20 5'],
      { added: ['1 06-15…06-20 5', '2 06-15…06-20 5'] }
    ],
    [
      'two periods side by side',
      [],
      ['1 06-15…06-20 5', '1 06-21…06-30 5'],
      { added: ['1 06-15…06-20 5', '1 06-21…06-30 5'] }
    ],
    [
      'two that swap their days',
      ['7: 1 07-01…07-31 500', '8: 1 08-01…08-31 600'],
      ['7: 1 08-01…08-31 500', '8: 1 07-01…07-31 600'],
      { changed: ['7=7: 1 08-01…08-31 500', '8=8: 1 07-01…07-31 600'] }
    ],
    [
      'one takes the days of another that is taken away',
      [begun],
      ['1 06-15…06-30 400'],
      { added: ['1 06-15…06-30 400'], ended: [7] }
    ]
  ])('%s', (_what, present, list, result) => {
    expect(replaced(present, list)).toEqual({ ...nothing, ...result })
  })

  it.each<[what: string, present: string[], list: string[], faults: string[]]>([
    ['a new one before today', [], ['1 06-14…06-20 5'], ['0.dateFrom beforeToday']],
    ['a new one that is over', [], ['1 06-01…06-10 5'], ['0.dateTo beforeToday']],
    ['a period that ends before it begins', [], ['1 06-20…06-19 5'], ['0.dateTo endsBeforeStart']],
    ['what has not begun, to before today', [next], ['7: 1 06-14…07-31 500'], ['0.dateFrom beforeToday']],
    ['what has begun, to an earlier day', [begun], ['7: 1 05-31…06-30 500'], ['0.dateFrom beforeToday']],
    ['what has begun, ended before today', [begun], ['7: 1 06-01…06-14 500'], ['0.dateTo beforeToday']],
    ['what is over, with another value', [over], ['7: 1 05-01…05-31 400'], ['0.dateTo beforeToday']],
    ['a day twice in the list', [], ['1 06-15…06-20 5', '1 06-20…06-30 6'], ['1.dateFrom dateTaken']],
    ['a period within another', [], ['1 06-15…06-30 5', '1 06-18…06-20 6'], ['1.dateFrom dateTaken']],
    ['a period around another', [begun], [begun, '1 06-15…12-31 6'], ['1.dateFrom dateTaken']],
    [
      'days of one that is renewed from today',
      [begun],
      ['7: 1 06-01…06-30 400', '1 06-30…07-10 6'],
      ['1.dateFrom dateTaken']
    ],
    ['a price that is not there', [next], [next, '8: 1 08-01…08-31 500'], ['1.id unknownSpecialPrice']],
    ['a price twice', [next], [next, '7: 2 08-01…08-31 500'], ['1.id unknownSpecialPrice']],
    ['several rows', [], ['1 06-14…06-20 5', '2 06-20…06-19 5'], ['0.dateFrom beforeToday', '1.dateTo endsBeforeStart']]
  ])('%s is refused', (_what, present, list, faults) => {
    expect(replaced(present, list).faults).toEqual(faults)
  })

  it('gives, for any two lists, days that no item has twice and nothing rewritten that has begun', () => {
    let seed = 20_261
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const day = (at: number): string => new Date(Date.UTC(2026, 5, 1 + at)).toISOString().slice(0, 10)
    const overlaps = (a: Terms, b: Terms): boolean =>
      a.orderTypeItemId === b.orderTypeItemId && a.dateFrom <= b.dateTo && b.dateFrom <= a.dateTo
    const any = (): Terms => {
      const from = random(30)
      return {
        orderTypeItemId: [item, other][random(2)]!,
        dateFrom: day(from),
        dateTo: day(from + random(12)),
        value: random(3)
      }
    }
    let done = 0
    for (let round = 0; round < 3000; round++) {
      const present: AgreedTerms[] = []
      for (let id = 1; id < 5; id++) {
        const one = any()
        if (!present.some(price => overlaps(price, one))) present.push({ id, ...one })
      }
      const list = present
        .filter(() => random(4) > 0)
        .map((price): WantedTerms => (random(2) ? price : { ...any(), id: price.id }))
      if (random(2)) list.push(any())
      const { added, changed, ended, faults } = replaceSpecialPrices(present, list, today)
      if (faults.length > 0) continue
      done += 1
      const gone = new Set([...ended, ...changed.map(({ before }) => before)].map(({ id }) => id))
      const then = [...present.filter(({ id }) => !gone.has(id)), ...changed.map(({ after }) => after), ...added]
      const clashes = then.filter((one, at) => then.slice(at + 1).some(another => overlaps(one, another)))
      expect(clashes).toEqual([])
      expect(added.filter(({ dateFrom }) => dateFrom < today)).toEqual([])
      for (const { before, after } of changed)
        if (before.dateFrom <= today) expect({ ...after, dateTo: before.dateTo }).toEqual(before)
      expect(ended.filter(({ dateTo }) => dateTo < today)).toEqual([])
    }
    expect(done).toBeGreaterThan(500)
  })
})
