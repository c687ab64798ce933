/** Reading of spreadsheets: encodings, delimiters, values, and what is refused. */
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import ExcelJS from 'exceljs'
import { describe, expect, it } from 'vitest'
import { CsvCutter, csvRows, delimiterOf, encodingOf } from '../../modules/imports/reading/csv.ts'
import { foldedHeader, guessColumns } from '../../modules/imports/reading/guess.ts'
import { readFile } from '../../modules/imports/reading/read.ts'
import type { Source } from '../../modules/imports/reading/source.ts'
import { dayOfText, digitsOf, numberOf } from '../../modules/imports/reading/values.ts'
import { dayText, numberText, xlsxRows } from '../../modules/imports/reading/xlsx.ts'
import { attribute, decoded, XmlReader } from '../../modules/imports/reading/xml.ts'
import { aZip } from '../helper/files.ts'
import { aXlsx } from './fixtures/files.ts'

/** In pieces of a few bytes, so that each cut falls somewhere. */
const sourceOf = (content: Buffer, piece = 7): Source => ({
  size: content.length,
  read: async range => {
    const part = range ? content.subarray(range.start, range.end + 1) : content
    const pieces = Array.from({ length: Math.ceil(part.length / piece) }, (_, at) =>
      part.subarray(at * piece, (at + 1) * piece)
    )
    return Readable.from(pieces)
  }
})

async function all<T>(pieces: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const some of pieces) found.push(...some)
  return found
}

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    error => (error as { code: string }).code
  )

describe('CSV', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from('Łódź;1'), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from('\ufeffŁódź;1'), 'utf-8'],
    ['Windows-1250', Buffer.from([0xa3, 0xf3, 0x64, 0x9f, 0x3b, 0x31]), 'windows-1250'],
    ['UTF-16', Buffer.from('\ufeffŁódź;1', 'utf16le'), 'utf-16le']
  ])('in %s is read', async (_name, content, encoding) => {
    expect(await encodingOf(sourceOf(content))).toBe(encoding)
    expect(await all(csvRows(sourceOf(content)))).toEqual([{ number: 1, cells: ['Łódź', '1'] }])
  })

  it.each([
    ['a;b;c\n1,5;2,5;3', ';'],
    ['a,b\n1,2', ','],
    ['a\tb\n1\t2', '\t'],
    ['"x;y;z",b\n', ','],
    ['sep=,\na;b,c', ','],
    ['alone', ';']
  ])('%j is apart by %j', (text, delimiter) => {
    expect(delimiterOf(text)).toBe(delimiter)
  })

  it('has quoted cells with delimiters, quotes and line breaks, wherever a piece ends', () => {
    const text = '"a ""b""; c";"1\n2";\r\n;x"y;z\r\n'
    for (let cut = 0; cut <= text.length; cut += 1) {
      const cutter = new CsvCutter(';')
      const rows = [...cutter.push(text.slice(0, cut)), ...cutter.push(text.slice(cut)), ...cutter.end()]
      expect([cut, rows]).toEqual([
        cut,
        [
          ['a "b"; c', '1\n2', ''],
          ['', 'x"y', 'z']
        ]
      ])
    }
  })

  it('counts rows as a spreadsheet does, and leaves blank ones out', async () => {
    expect(await all(csvRows(sourceOf(Buffer.from('a;b\n;\n\n="007"; 2 \n'))))).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 4, cells: ['007', '2'] }
    ])
  })

  it.each([
    ['a formula', 'a;b\n1;=SUM(A1:A9)\n', 'imports.fileFormulas'],
    ['200 columns', `${'x;'.repeat(199)}x\n`, 'imports.fileColumns'],
    ['an open quote', 'a;"b\n1', 'imports.fileUnreadable']
  ])('with %s is refused', async (_what, text, code) => {
    expect(await codeOf(all(csvRows(sourceOf(Buffer.from(text)))))).toBe(code)
  })
})

describe('a workbook', () => {
  it('gives numbers, days, texts and yes or no as a CSV would have them', async () => {
    const rows = [
      ['Nazwa', 'NIP', 'Dzień', 'Cena', 'Tak'],
      ['Łódź & "Syn" <1>', 5252248481, new Date(Date.UTC(2026, 11, 24)), 1234.5, true],
      [],
      [null, '0012', null, 0.1 + 0.2]
    ]
    expect(await all(xlsxRows(sourceOf(await aXlsx(rows), 101)))).toEqual([
      { number: 1, cells: ['Nazwa', 'NIP', 'Dzień', 'Cena', 'Tak'] },
      { number: 2, cells: ['Łódź & "Syn" <1>', '5252248481', '2026-12-24', '1234.5', 'true'] },
      { number: 4, cells: ['', '0012', '', '0.3'] }
    ])
  })

  it('of another program: inline texts, merged cells, blank rows, rows and cells without names', async () => {
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>Nazwa</t></is></c><c r="C1" t="inlineStr"><is><r><t>Kod </t></r><r><t>poczt.</t></r></is></c></row>
      <row r="3"/><row r="4"><c r="A4"/><c r="C4" s="1"/></row>
      <row r="6"><c r="A6" t="s"><v>0</v></c><c r="B6"/><c r="C6"><v>2100</v></c></row>
      <row><c t="str"><v>Łódź</v></c><c t="e"><v>#REF!</v></c><c s="1"><v>46380</v></c></row>
      </sheetData><mergeCells count="1"><mergeCell ref="A6:B6"/></mergeCells></worksheet>`
    const parts = {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="x" sheetId="2" state="hidden" r:id="r2"/><sheet name="y" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r2" Target="none.xml"/><Relationship Id="r1" Target="/xl/worksheets/s.xml"/></Relationships>`,
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-415]d\\ mmm\\ yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': '<sst><si><r><t>Auto </t></r><r><t>Serwis</t></r><rPh><t>no</t></rPh></si></sst>',
      'xl/worksheets/s.xml': sheet
    }
    const content = aZip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })))
    expect(await all(xlsxRows(sourceOf(content, 11)))).toEqual([
      { number: 1, cells: ['Nazwa', '', 'Kod poczt.'] },
      { number: 6, cells: ['Auto Serwis', '', '2100'] },
      { number: 7, cells: ['Łódź', '', '2026-12-24'] }
    ])
  })

  it('with a formula is refused, with the cell', async () => {
    const book = new ExcelJS.Workbook()
    book.addWorksheet('x').addRow(['a', { formula: '1+1', result: 2 }])
    const content = Buffer.from(await book.xlsx.writeBuffer())
    await expect(all(xlsxRows(sourceOf(content, 999)))).rejects.toMatchObject({
      code: 'imports.fileFormulas',
      params: { cell: 'B1' }
    })
  })

  it('of 200 columns is refused', async () => {
    const content = await aXlsx([Array.from({ length: 200 }, (_, n) => n)])
    expect(await codeOf(all(xlsxRows(sourceOf(content, 999))))).toBe('imports.fileColumns')
  })

  const cut = async () => (await aXlsx([['a']])).subarray(0, -40)
  it.each<[string, () => Promise<Buffer>]>([
    ['cut off', cut],
    ['no archive', async () => Buffer.from('PK no archive at all')],
    ['an archive of something else', async () => aZip([{ name: 'a.txt', content: Buffer.from('a') }])]
  ])('that is %s is refused', async (_what, make) => {
    expect(await codeOf(all(xlsxRows(sourceOf(await make(), 999))))).toBe('imports.fileUnreadable')
  })

  it('that unpacks to more than its directory says is refused while it is unpacked', async () => {
    const bomb = deflateRawSync(Buffer.alloc(5_000_000, ' '))
    const content = aZip([{ name: 'xl/workbook.xml', content: bomb, unpacked: 100 }])
    // the directory's entry is the second signature; its method is deflate
    content.writeUInt16LE(8, content.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])) + 10)
    await expect(all(xlsxRows(sourceOf(content, 4096)))).rejects.toMatchObject({
      code: 'imports.fileTooLarge',
      params: { max: 200 }
    })
  })

  it('with a declaration of entities is refused', () => {
    const reader = new XmlReader({ open: () => undefined, close: () => undefined, text: () => undefined })
    expect(() => reader.push('<!DOCTYPE x [<!ENTITY a "b">]><x/>')).toThrow()
  })
})

describe('XML', () => {
  it('is read wherever a piece ends', () => {
    const text = '<?xml version="1.0"?><x:a b="1 &amp; 2"><!-- no --><c/>t&lt;<![CDATA[<raw>]]></x:a>'
    for (let at = 0; at <= text.length; at += 1) {
      const seen: string[] = []
      const reader = new XmlReader({
        open: (name, attributes) => seen.push(`+${name} ${attribute(attributes, 'b') ?? ''}`),
        close: name => seen.push(`-${name}`),
        text: said => seen.push(said)
      })
      reader.push(text.slice(0, at))
      reader.push(text.slice(at))
      expect([at, seen]).toEqual([at, ['+a 1 & 2', '+c ', '-c', 't<', '<raw>', '-a']])
    }
  })

  it('has entities by number, and leaves those that it does not know', () => {
    expect(decoded('&#65;&#x42;&lt;&nbsp;&amp;lt;')).toBe('AB<&nbsp;&lt;')
  })
})

describe('values', () => {
  it.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['1 234,50', 1234.5],
    ['1\u00a0234,50', 1234.5],
    ['1.234,50', 1234.5],
    ['1,234.50', 1234.5],
    ['-3', -3],
    ['1,2,3', undefined],
    ['dwa', undefined],
    ['', undefined]
  ])('%j is the number %j', (text, value) => {
    expect(numberOf(text)).toBe(value)
  })

  it.each([
    ['24.12.2026', '2026-12-24'],
    ['4.2.2026', '2026-02-04'],
    ['24-12-2026', '2026-12-24'],
    ['24/12/2026', '2026-12-24'],
    ['2026-12-24', '2026-12-24'],
    ['2026-12-24 10:00', '2026-12-24'],
    ['30.02.2026', undefined],
    ['12.2026', undefined],
    ['24.12-2026', undefined]
  ])('%j is the day %j', (text, value) => {
    expect(dayOfText(text)).toBe(value)
  })

  it.each([
    ['525-224-84-81', 10, '5252248481'],
    ['PL 5252248481', 10, '5252248481'],
    ['123456', 9, '000123456'],
    ['DE 123456789', 10, 'DE 123456789'],
    ['none', 9, 'none']
  ])('%j of %j digits is %j', (text, digits, value) => {
    expect(digitsOf(text, digits)).toBe(value)
  })

  it('of a workbook have no exponent, no noise, and their own calendar', () => {
    expect(['5.252248481E9', '0.30000000000000004', '1e21x', '12'].map(numberText)).toEqual([
      '5252248481',
      '0.3',
      '1e21x',
      '12'
    ])
    expect([dayText('46380', false), dayText('44918', true), dayText('0.5', false)]).toEqual([
      '2026-12-24',
      '2026-12-24',
      '0.5'
    ])
  })
})

describe('columns', () => {
  const known = new Map([
    ['nip', 'taxNumber'],
    ['nazwa', 'name'],
    ['miasto', 'city']
  ])
  it('are known by letters alone, the first of two counts, and what a person said before counts more', () => {
    expect(foldedHeader(' Numer  N.I.P. * ')).toBe('numernip')
    expect(foldedHeader('Miejscowość')).toBe('miejscowosc')
    expect(guessColumns(['N.I.P.', 'nip', 'Uwagi', 'Nazwa'], known)).toEqual([
      { header: 'N.I.P.', field: 'taxNumber' },
      { header: 'nip', field: null },
      { header: 'Uwagi', field: null },
      { header: 'Nazwa', field: 'name' }
    ])
    const remembered = new Map([
      ['uwagi', 'city'],
      ['nazwa', null]
    ])
    expect(guessColumns(['Uwagi', 'Nazwa'], known, remembered).map(({ field }) => field)).toEqual(['city', null])
  })

  const rowsOf = async (text: string, maxRows = 5) => {
    const file = await readFile(sourceOf(Buffer.from(text)), { isXlsx: false, kind: { maxRows }, known })
    return { header: file.header, rows: await all(file.batches) }
  }
  it('stand in the row with most known headers, below a title', async () => {
    const { header, rows } = await rowsOf('Lista klientów\n\nNIP;Nazwa\n1;a\n2;b\n')
    expect([header.number, rows.map(({ number }) => number)]).toEqual([3, [4, 5]])
  })

  it('without rows are an empty list, and no row at all is a refusal', async () => {
    expect((await rowsOf('NIP;Nazwa')).rows).toEqual([])
    expect(await codeOf(rowsOf('\n;;\n'))).toBe('imports.fileEmpty')
  })

  it('above more rows than the kind allows are a refusal', async () => {
    expect(await codeOf(rowsOf(`NIP\n${'1\n'.repeat(6)}`))).toBe('imports.fileRows')
    expect((await rowsOf(`NIP\n${'1\n'.repeat(5)}`)).rows).toHaveLength(5)
  })
})
