/** What stands in the file is read as it is, by test/helper/xlsx.ts: not by the library that wrote it. */
import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { Cell, SheetColumn } from '../../src/kernel/files/cells.ts'
import { columnWidths } from '../../src/kernel/files/column-widths.ts'
import { type Sheet, writeSheet } from '../../src/kernel/files/spreadsheet.ts'
import { cellsOf, headOf, partsOf } from '../helper/xlsx.ts'

const text: SheetColumn = { header: 'Text', format: 'text' }
const sheet: Sheet = { name: 'Zamówienia', columns: [text] }

async function* oneBatch(rows: readonly (readonly Cell[])[]) {
  yield rows
}

async function written(rows: readonly (readonly Cell[])[], of: Sheet = sheet): Promise<Map<string, string>> {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    }
  })
  await writeSheet(sink, of, oneBatch(rows))
  return partsOf(Buffer.concat(chunks))
}

describe('a text that begins like a formula', () => {
  const formulas = [
    '=1+1',
    '=HYPERLINK("http://example.com","x")',
    "=cmd|'/C calc'!A0",
    '+48 501 502 503',
    '-5',
    '@SUM(A1:A9)',
    '\t=1+1',
    '\r=1+1',
    '\u0007=1+1',
    '=',
    '"=1+1"',
    '<f>1+1</f>'
  ]

  it.each(formulas)('%j is kept, and is a text', async formula => {
    const parts = await written([[formula]])
    expect(cellsOf(parts)[1]).toEqual([{ value: formula, type: 'text', format: '@' }])
    expect([...parts.values()].filter(xml => /<f[\s>/]/.test(xml))).toEqual([])
  })

  it('in a header is one as well', async () => {
    const parts = await written([['a']], { name: '=1+1', columns: [{ header: '=1+1', format: 'text' }] })
    expect(cellsOf(parts)[0]).toEqual([{ value: '=1+1', type: 'text', format: '@' }])
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toMatch(/<f[\s>/]/)
  })
})

describe('a text', () => {
  it.each([
    'Chełm, ul. Hutnicza „4”',
    'a\u0000b\u0007c\u001fd\u007fe',
    'a\ufffeb\uffff',
    'half \ud83d of it',
    '🚚',
    '_x0041_ is no A',
    'two\nlines\tand a tab',
    'a\r\nb',
    '<v>&amp;</v> ]]>'
  ])('%j comes back as it was', async value => {
    const parts = await written([[value]])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
    expect(parts.get('xl/worksheets/sheet1.xml')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/)
    expect(cellsOf(parts)[1]?.[0]?.value).toBe(value)
  })

  it('longer than a cell is cut, and says so', async () => {
    const [, row] = cellsOf(await written([['x'.repeat(40_000)]]))
    expect(row?.[0]?.value).toHaveLength(32_767)
    expect(row?.[0]?.value).toMatch(/x…$/)
  })
})

describe('a cell', () => {
  const columns: SheetColumn[] = [
    { header: 'Dzień', format: 'day' },
    { header: 'Cena', format: 'money' },
    { header: 'Tony', format: 'tonnes' },
    { header: 'Ilość', format: 'integer' },
    { header: 'Odebrano', format: 'integer' }
  ]

  it('of a day, of money, of a number is a real one, also where it shows its unit', async () => {
    const parts = await written([['2026-11-21', 1234.5, 0.25, 3, { value: 2, unit: 'szt.' }]], { name: 'a', columns })
    expect(cellsOf(parts)[1]).toEqual([
      { value: '46347', type: 'number', format: 'dd.mm.yyyy' },
      { value: '1234.5', type: 'number', format: '#,##0.00' },
      { value: '0.25', type: 'number', format: '0.00" t"' },
      { value: '3', type: 'number', format: '0' },
      { value: '2', type: 'number', format: '0" szt."' }
    ])
  })

  it('without a value is empty', async () => {
    const parts = await written([[null, 0, null, 0]], { name: 'a', columns })
    expect(cellsOf(parts)[1]?.map(cell => cell?.value)).toEqual([undefined, '0', undefined, '0'])
  })
})

describe('a sheet', () => {
  it('without rows has its header', async () => {
    expect(cellsOf(await written([]))).toHaveLength(1)
  })

  it('of more rows than a worksheet holds goes on in the next, under the same header', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => [String(at)])
    const parts = await written(rows, { ...sheet, rowsPerSheet: 3 })
    const texts = [1, 2, 3].map(number => cellsOf(parts, number).map(row => row[0]?.value))
    expect(texts).toEqual([
      ['Text', '0', '1', '2'],
      ['Text', '3', '4', '5'],
      ['Text', '6']
    ])
    expect(parts.get('xl/workbook.xml')).toMatch(/name="Zamówienia".*name="Zamówienia 2".*name="Zamówienia 3"/)
  })

  it('that exactly fills a worksheet begins no next', async () => {
    const parts = await written([['1'], ['2'], ['3']], { ...sheet, rowsPerSheet: 3 })
    expect(parts.has('xl/worksheets/sheet2.xml')).toBe(false)
  })
})

describe('the table of a sheet', () => {
  const head = ['Rejestr KPO', 'Okres: 01.11.2026 – 30.11.2026']
  const wide: Sheet = { name: 'a', columns: [text, { header: 'Cena', format: 'money' }], head }
  const xmlOf = (parts: Map<string, string>, sheet = 1) => parts.get(`xl/worksheets/sheet${sheet}.xml`) ?? ''

  it('has its filter, and stays in sight under the lines above it', async () => {
    const parts = await written([['a', 1]], wide)
    expect(headOf(parts)).toEqual(head)
    expect(cellsOf(parts).map(([cell]) => cell?.value)).toEqual(['Text', 'a'])
    expect(xmlOf(parts)).toContain('ySplit="4"')
    expect(xmlOf(parts)).toContain('<autoFilter ref="A4:B5"/>')
  })

  it('has a filter of all rows of each worksheet', async () => {
    const parts = await written([['a'], ['b'], ['c']], { ...sheet, rowsPerSheet: 2 })
    expect([xmlOf(parts), xmlOf(parts, 2)].map(xml => /ref="(A1:[^"]*)"/.exec(xml)?.[1])).toEqual(['A1:A3', 'A1:A2'])
  })

  it('has a filter of its own rows alone, where sums stand under it', async () => {
    const parts = await written([['a'], ['b'], [], ['sum']], { ...sheet, tableRows: 2 })
    expect(xmlOf(parts)).toContain('<autoFilter ref="A1:A3"/>')
  })

  it('has columns as wide as their texts, within bounds', () => {
    const widths = (...cells: Cell[][]) => columnWidths(wide.columns, cells)
    expect(widths()).toEqual([8, 14])
    expect(widths(['x'.repeat(48), 1], ['x', null])).toEqual([50, 14])
    expect(widths(['x'.repeat(400), 1_234_567_890.12])).toEqual([60, 19])
    expect(columnWidths([{ header: 'Cena', format: 'money', least: 22 }], [])).toEqual([22])
    expect(columnWidths([{ header: 'Wartość netto (na tony: za 1 t)', format: 'money' }], [])).toEqual([35])
  })
})

describe('the writer', () => {
  const wide = Array.from({ length: 1000 }, (_, at) => [`${at} ${Math.random()} `.repeat(8)])

  /** Endless batches; `counts.taken` tells how many were asked for. */
  const endless = (counts: { taken: number; ended: boolean }) =>
    (async function* () {
      try {
        // as good as endless, and yet a writer that never waits is found rather than waited for
        while (counts.taken < 300) {
          counts.taken += 1
          yield wide
        }
      } finally {
        counts.ended = true
      }
    })()

  it('waits for a sink that does not accept data', async () => {
    const counts = { taken: 0, ended: false }
    const sink = new PassThrough()
    const writing = writeSheet(sink, sheet, endless(counts)).catch(error => error.name)
    let before = -1
    // The writer stands still once what lies between it and the sink is full: no more is asked for, however long it has.
    for (let still = 0; still < 50; ) {
      await new Promise(resolve => setImmediate(resolve))
      still = counts.taken === before && counts.taken > 0 ? still + 1 : 0
      before = counts.taken
    }
    expect(counts.taken).toBeLessThan(100)
    sink.destroy()
    expect(await writing).toBe('AbortError')
    expect(counts.ended).toBe(true)
  })

  it('ends the reading when the sink goes away in the middle', async () => {
    const counts = { taken: 0, ended: false }
    const sink = new PassThrough()
    const writing = writeSheet(sink, sheet, endless(counts)).catch(error => error.name)
    await once(sink, 'data')
    sink.destroy()
    expect(await writing).toBe('AbortError')
    expect(counts.ended).toBe(true)
  })

  it('throws what the reading throws', async () => {
    const failing = (async function* () {
      yield [['a']]
      throw new Error('the database is gone')
    })()
    const sink = new PassThrough()
    sink.resume()
    await expect(writeSheet(sink, sheet, failing)).rejects.toThrow('the database is gone')
  })
})
