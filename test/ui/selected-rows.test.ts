/** Selecting all rows, and what is said of those that are selected. */
import { describe, expect, it } from 'vitest'
import type { SumMetadata } from '../../src/contract/list.ts'
import { extentOf, matchingRows, maxSelected } from '../../ui/parts/list/rows/matching.ts'
import { sumTexts } from '../../ui/parts/list/rows/sums.ts'

/** A list of so many rows, and the pages that were asked of it. */
function aList(total: number, moved: readonly number[] = []) {
  const asked: number[] = []
  const ids = Array.from({ length: total }, (_, at) => at + 1)
  const ask = async (page: number, limit: number) => {
    asked.push(page)
    const data = [...(page > 1 ? moved : []), ...ids.slice((page - 1) * limit, page * limit)].slice(0, limit)
    return { data: data.map(id => ({ id })), total }
  }
  return { ask, asked }
}

describe('all rows that match', () => {
  it.each([
    [0, 0, 1],
    [199, 199, 1],
    [200, 200, 2],
    [214, 214, 2],
    [100_000, maxSelected, 3]
  ])('of %d are %d, in %d calls', async (total, expected, calls) => {
    const { ask, asked } = aList(total)
    expect(await matchingRows(ask)).toHaveLength(expected)
    expect(asked).toEqual(Array.from({ length: calls }, (_, at) => at + 1))
  })

  it('are each there once, though a row moved to the next page meanwhile', async () => {
    const rows = await matchingRows(aList(230, [200]).ask)
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))])
    expect(rows).toHaveLength(230)
  })

  it.each([
    [[], [1, 2], 'none'],
    [[2], [1, 2], 'some'],
    [[1, 2, 9], [1, 2], 'all'],
    [[9], [], 'some']
  ] as const)('%j of %j: %s', (selected, loaded, extent) => expect(extentOf(selected, loaded)).toBe(extent))
})

describe('what the selected rows add up to', () => {
  const words: Record<string, string> = {
    load: '{value}',
    netValue: '{value} netto',
    place: '{count} miejsca',
    tonnes: '{count} na tony'
  }
  const t = (key: string, args: Record<string, unknown> = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(args[name]))
  const context = { t, language: 'pl', vocabularies: {} } as Parameters<typeof sumTexts>[2]
  const sums: SumMetadata[] = [
    { key: 'load', kind: 'sum', schema: { type: 'number', format: 'tonnes' }, label: 'load' },
    { key: 'netValue', kind: 'sum', schema: { type: 'number', format: 'money' }, label: 'netValue' },
    { key: 'place', kind: 'distinct', schema: { type: 'string' }, label: 'place' }
  ]
  const rows = [
    { id: 1, load: 5.1, netValue: 1110.1, place: 'Chełm' },
    { id: 2, load: 5.1, netValue: 1110.2, place: 'Lębork' },
    { id: 3, load: null, netValue: 0, place: 'Chełm' }
  ]

  it('is exact, and counts a value once', () => {
    const texts = sumTexts(sums, rows, context).map(text => text.replaceAll('\u00a0', ' '))
    expect(texts).toEqual(['10,2 t', '2 220,30 zł netto', '2 miejsca'])
    expect(
      sumTexts(
        sums.slice(0, 1),
        [
          { id: 1, load: 0.1 },
          { id: 2, load: 0.2 }
        ],
        context
      )
    ).toEqual(['0,3\u00a0t'])
  })

  it('has beside it how many rows have no value, where that is said of them', () => {
    const [, value] = sums as [SumMetadata, SumMetadata]
    const counted = [{ ...value, blank: 'tonnes' }]
    const of = (...values: (number | null)[]) =>
      sumTexts(
        counted,
        values.map((netValue, at) => ({ id: at + 1, netValue })),
        context
      ).map(text => text.replaceAll('\u00a0', ' '))
    expect(of(1000, null, 350, null)).toEqual(['1 350,00 zł netto + 2 na tony'])
    expect(of(1000, 350)).toEqual(['1 350,00 zł netto'])
    expect(of(null)).toEqual(['1 na tony'])
    expect(sumTexts([value], [{ id: 1, netValue: null }], context)).toEqual([])
  })

  it('is left out where no row has a value', () => {
    expect(sumTexts(sums, [{ id: 3, load: null, place: 'Chełm' }], context)).toEqual(['1 miejsca'])
  })
})
