/** Reads an `.xlsx` as it is: the parts of the archive, and the cells of a worksheet, without the library that wrote it. */
import { inflateRawSync } from 'node:zlib'

const centralHeader = 0x02014b50
const endOfArchive = 0x06054b50

/** The files of a zip by their names. Fails on one that is cut off: it has no directory. */
export function partsOf(zip: Buffer): Map<string, string> {
  let end = zip.length - 22
  while (end >= 0 && zip.readUInt32LE(end) !== endOfArchive) end -= 1
  if (end < 0) throw new Error('This is no whole archive')
  const parts = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  while (zip.readUInt32LE(at) === centralHeader) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(begin, begin + size)
    const isPacked = zip.readUInt16LE(at + 10) === 8
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    parts.set(name, (isPacked ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
}

export interface ReadCell {
  readonly value: string
  /** `text` or `number`. */
  readonly type: string
  /** Its number format. */
  readonly format: string
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescaped = (xml: string): string =>
  xml
    .replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const builtIn: Readonly<Record<string, string>> = { 0: 'General', 1: '0', 2: '0.00', 4: '#,##0.00', 49: '@' }

function formatsOf(styles: string): string[] {
  const own = [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)]
  const named = new Map(own.map(([, id, code]) => [id ?? '', unescaped(code ?? '')]))
  const [, used = ''] = /<cellXfs[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles) ?? []
  return [...used.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id = '0']) => named.get(id) ?? builtIn[id] ?? id)
}

const xmlOf = (parts: ReadonlyMap<string, string>, sheet: number): string =>
  parts.get(`xl/worksheets/sheet${sheet}.xml`) ?? ''

/** The cells of a worksheet's table by rows, the header first, which the filter names; an empty cell is undefined. */
export function cellsOf(parts: ReadonlyMap<string, string>, sheet = 1): (ReadCell | undefined)[][] {
  const [, header = '1'] = /<autoFilter ref="[A-Z]+(\d+)/.exec(xmlOf(parts, sheet)) ?? []
  return rowsOf(parts, sheet, at => at >= Number(header))
}

/** The lines above the header. */
export function headOf(parts: ReadonlyMap<string, string>): (string | undefined)[] {
  const [, header = '1'] = /<autoFilter ref="[A-Z]+(\d+)/.exec(xmlOf(parts, 1)) ?? []
  return rowsOf(parts, 1, at => at < Number(header)).map(([cell]) => cell?.value)
}

function rowsOf(parts: ReadonlyMap<string, string>, sheet: number, isWanted: (row: number) => boolean) {
  const formats = formatsOf(parts.get('xl/styles.xml') ?? '')
  const rows = [...xmlOf(parts, sheet).matchAll(/<row r="(\d+)"[^>]*>([\s\S]*?)<\/row>/g)]
  return rows
    .filter(([, at]) => isWanted(Number(at)))
    .map(([, , row = '']) => {
      const cells: (ReadCell | undefined)[] = []
      for (const [, column = 'A', attributes = '', value = ''] of row.matchAll(
        /<c r="([A-Z]+)\d+"([^>]*)>(?:<v>([\s\S]*?)<\/v>)?/g
      )) {
        const at = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
        const [, style = '0'] = / s="(\d+)"/.exec(attributes) ?? []
        const type = attributes.includes('t="str"') ? 'text' : 'number'
        cells[at] = { value: unescaped(value), type, format: formats[Number(style)] ?? '' }
      }
      return cells
    })
}
