/** How wide the cells of a grid are, which of them stand over another, and who gives way where there is not room for all. */
import { describe, expect, it } from 'vitest'
import type { ColumnMetadata } from '../../src/contract/list.ts'
import type { Row } from '../../src/contract/row.ts'
import { cellsOf } from '../../ui/parts/list/columns/cells.ts'
import { fittedWidths, type WishedWidth, wishedWidth, withSetWidths } from '../../ui/parts/list/columns/columnWidths.ts'
import type { FormatContext } from '../../ui/parts/values/formats.tsx'

Object.assign(globalThis, { location: { hostname: 'admin.localhost' } })

const column = (key: string, more: Partial<ColumnMetadata> = {}) =>
  ({
    key,
    header: key,
    schema: { type: 'string' },
    sortable: false,
    align: 'start',
    grow: 1,
    ...more
  }) as ColumnMetadata

const number = column('number')
const client = column('client', { grow: 2 })
const place = column('place', { grow: 2, under: 'client' })
const value = column('value')

describe('two-line cells', () => {
  const keysOf = (columns: readonly ColumnMetadata[], density?: 'compact') =>
    cellsOf(columns, density).map(cell => cell.columns.map(({ key }) => key).join('/'))

  it.each([
    ['as the page has them', [number, client, place, value], ['number', 'client/place', 'value']],
    ['the upper one hidden', [number, place, value], ['number', 'place', 'value']],
    ['moved away', [place, number, client], ['place', 'number', 'client']],
    ['two that name the same', [client, place, column('town', { under: 'client' })], ['client/place', 'town']]
  ])('%s', (_what, columns, wanted) => expect(keysOf(columns)).toEqual(wanted))

  it('are two columns in compact rows', () => {
    expect(keysOf([number, client, place], 'compact')).toEqual(['number', 'client', 'place'])
  })

  it('give both lines to a column without a second one, except in compact rows', () => {
    const haveBoth = (columns: readonly ColumnMetadata[], density?: 'compact') =>
      cellsOf(columns, density).map(({ hasBothLines }) => hasBothLines)
    expect(haveBoth([client, place, value])).toEqual([false, true])
    expect(haveBoth([client, value])).toEqual([false, false])
    expect(haveBoth([client, place, value], 'compact')).toEqual([false, false, false])
  })

  it('are bold in columns that name the row', () => {
    const cells = cellsOf([number, column('day', { under: 'number' }), client, place])
    expect(cells.map(({ isMain }) => isMain)).toEqual([false, true])
  })
})

const wish = (wished: number, least: number, grow = 1, most = wished, tight = least, broken = wished): WishedWidth => ({
  wished,
  broken,
  least,
  tight,
  grow,
  most
})

describe('the room of the grid', () => {
  it.each([
    ['too little: the least important is cut first', [wish(300, 100, 2), wish(200, 100)], 420, [300, 120]],
    [
      'a text is broken into lines before any is cut',
      [wish(200, 100), wish(300, 100, 2, 300, 100, 160)],
      400,
      [200, 200]
    ],
    ['the longest of them first', [wish(300, 100), wish(200, 100), wish(120, 100)], 500, [189, 189, 120]],
    ['then what is more important', [wish(300, 150, 2), wish(200, 100)], 300, [200, 100]],
    ['less than can be read well: a word is left', [wish(300, 150, 2), wish(200, 100, 1, 200, 60)], 220, [150, 70]],
    ['but not where it scrolls all the same', [wish(300, 150, 2), wish(200, 100, 1, 200, 60)], 200, [150, 100]],
    ['never below the least: it scrolls', [wish(300, 150, 2), wish(200, 100)], 90, [150, 100]],
    ['to spare: long texts, then a little for each', [wish(100, 50, 1, 160), wish(100, 50)], 400, [200, 140]],
    ['before the grid is drawn', [wish(100, 50, 1, 160)], Number.POSITIVE_INFINITY, [100]]
  ])('%s', (_what, wishes, room, wanted) => {
    const widths = fittedWidths(wishes, room)
    expect(widths.length).toBe(wanted.length)
    for (const [at, width] of widths.entries()) expect(Math.abs(width - (wanted[at] ?? 0))).toBeLessThanOrEqual(2)
  })

  it('keeps a width that a person has set, and moves no other column', () => {
    expect(withSetWidths([300, 100], cellsOf([client, number]), { widths: { client: 90, gone: 1 } })).toEqual([90, 100])
  })
})

describe('what a cell asks for', () => {
  const context: FormatContext = { t: key => key, language: 'pl', vocabularies: {} }
  const rowsOf = (key: string, texts: readonly unknown[]) => texts.map((text, id) => ({ id, [key]: text })) as Row[]
  /** Each letter is as wide as another, whatever its font. */
  const asked = (columns: readonly ColumnMetadata[], rows: readonly Row[], letter = 1) =>
    wishedWidth(cellsOf(columns)[0]!, rows, { context, measure: text => text.length * letter })

  it('fits the header and 97 of 100 texts; only spare room goes to the longest', () => {
    const texts = [...Array.from({ length: 98 }, () => 'ten letter'), 'x '.repeat(100), 'x '.repeat(150)]
    const { wished, most } = asked([number], rowsOf('number', texts))
    expect(most - wished).toBe(300 - 10)
  })

  it('is the width of the wider of two lines', () => {
    const rows = [{ id: 1, client: 'short', place: 'much longer than the client' }]
    expect(asked([client, place], rows).wished - asked([client], rows).wished).toBe(27 - 6)
  })

  it('is at least half of a long text where the text has both lines', () => {
    const rows = [{ id: 1, text: `${'ten letter '.repeat(19)}ten letter`, client: 'a', place: 'b' }]
    const cells = cellsOf([column('text'), client, place])
    const { wished, broken, least } = wishedWidth(cells[0]!, rows, { context, measure: text => text.length })
    expect(wished - broken).toBe(109)
    expect(least).toBe(broken)
    const alone = wishedWidth(cellsOf([column('text')])[0]!, rows, { context, measure: text => text.length })
    expect(alone.broken).toBe(alone.wished)
  })

  it('fits short badges that no row has yet, but not long ones', () => {
    const members = ['ok', 'no information', 'x'.repeat(120)].map((label, code) => ({ code, label, tone: 'info' }))
    const vocabularies = { state: { members } } as unknown as FormatContext['vocabularies']
    const state = column('state', { schema: { type: 'integer', vocabulary: 'state' } as ColumnMetadata['schema'] })
    const asked = (known: FormatContext['vocabularies']) =>
      wishedWidth(cellsOf([state])[0]!, rowsOf('state', [0]), {
        context: { ...context, vocabularies: known },
        measure: text => text.length
      }).wished
    const none = { state: { members: members.slice(0, 1) } } as unknown as FormatContext['vocabularies']
    expect(asked(vocabularies) - asked(none)).toBe('no information'.length - 'ok'.length)
  })

  it('is half of a long header, where a column has both lines', () => {
    const amount = column('net worth', { schema: { type: 'number' } })
    const asked = (cell = 0, columns = [amount, client, place]) =>
      wishedWidth(cellsOf(columns)[cell]!, rowsOf('net worth', [1]), { context, measure: text => text.length * 10 })
    expect(asked().wished - asked().broken).toBe(90 - 50)
    expect(asked(0, [amount]).broken).toBe(asked().wished)
  })

  it('is never less than its header, nor than a number or code, which say nothing when cut', () => {
    const codes = asked([number], rowsOf('number', ['C'.repeat(30)]), 10)
    expect(codes.least).toBe(codes.wished)
    const header = asked([column('a header of some length')], rowsOf('x', []))
    expect(header.least).toBe(header.wished)
    const text = asked([number], rowsOf('number', ['word '.repeat(40)]))
    expect(text.least).toBeLessThan(text.wished)
  })
})
