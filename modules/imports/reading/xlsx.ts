/**
 * The first sheet of a workbook, row by row. Not by exceljs, which reads a part to its end before anything can stop it, and follows the
 * archive's parts in the order in which they happen to stand.
 *
 * Values come as the texts that a CSV of the same sheet would have: numbers with a point, days as YYYY-MM-DD. A formula is refused,
 * because its value may be none, or that of another day.
 */
import { dayMs } from '../../../src/contract/days.ts'
import { throwImportError } from '../errors.ts'
import { maxCellLength, maxColumns, maxSharedCharacters } from './limits.ts'
import type { Source } from './source.ts'
import { attribute, XmlReader } from './xml.ts'
import { partsOf, textOfPart } from './zip.ts'

/** Numbers of Excel's own formats for days and times. */
const isBuiltInDay = (format: number): boolean =>
  (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58 && format !== 49)

/** Whether a format writes days: `yyyy-mm-dd`, without quoted text, colours and languages in brackets. */
const isDayFormat = (code: string): boolean => /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** What Office writes in place of characters that XML cannot hold. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_whole, code: string) =>
        // a database takes no NUL
        code === '0000' ? '' : String.fromCharCode(Number.parseInt(code, 16))
      )
    : text

/** The number as a text without an exponent, and without the noise of binary fractions. */
export function numberText(text: string): string {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text
  const rounded = Number(number.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded)
}

export function dayText(text: string, is1904: boolean): string {
  const serial = Number(text)
  if (!Number.isFinite(serial) || serial < 1 || serial > 2_958_465) return numberText(text)
  return new Date((Math.floor(serial) - 25_569 + (is1904 ? 1_462 : 0)) * dayMs).toISOString().slice(0, 10)
}

/** The column of `BC12`, from 0; undefined if it names none. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

type Open = (name: string, attributes: string) => void
const nothing = (): void => undefined

async function scan(
  text: AsyncIterable<string> | undefined,
  open: Open,
  close: (name: string) => void = nothing,
  said: (text: string) => void = nothing
): Promise<void> {
  if (!text) return
  const reader = new XmlReader({ open, close, text: said })
  for await (const piece of text) reader.push(piece)
}

export interface SheetRowText {
  readonly number: number
  readonly cells: string[]
}

export async function* xlsxRows(source: Source): AsyncGenerator<SheetRowText[]> {
  const parts = await partsOf(source)
  const part = (name: string) => textOfPart(source, parts, name)
  const { path, is1904 } = await firstSheet(part)
  const dayStyles = await dayStylesOf(await part('xl/styles.xml'))
  const shared = await sharedTexts(await part('xl/sharedStrings.xml'))
  const sheet = (await part(path)) ?? throwImportError('fileUnreadable')
  const rows = new SheetReader(shared, dayStyles, is1904)
  for await (const piece of sheet) {
    rows.push(piece)
    yield rows.taken()
  }
}

type PartText = (name: string) => Promise<AsyncIterable<string> | undefined>

async function firstSheet(part: PartText): Promise<{ readonly path: string; readonly is1904: boolean }> {
  let relation: string | undefined
  let is1904 = false
  await scan(await part('xl/workbook.xml'), (name, attributes) => {
    if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')
    if (name !== 'sheet' || /hidden/i.test(attribute(attributes, 'state') ?? '')) return
    relation ??= /:id\s*=\s*["']([^"']*)/.exec(attributes)?.[1]
  })
  let target: string | undefined
  await scan(await part('xl/_rels/workbook.xml.rels'), (name, attributes) => {
    if (name === 'Relationship' && attribute(attributes, 'Id') === relation) target = attribute(attributes, 'Target')
  })
  if (!relation || !target) return throwImportError('fileUnreadable')
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 }
}

/** Which of the styles of cells write days. */
async function dayStylesOf(text: AsyncIterable<string> | undefined): Promise<readonly boolean[]> {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  let isIn = false
  await scan(
    text,
    (name, attributes) => {
      if (name === 'numFmt')
        own.set(Number(attribute(attributes, 'numFmtId')), isDayFormat(attribute(attributes, 'formatCode') ?? ''))
      if (name === 'cellXfs') isIn = true
      if (!isIn || name !== 'xf') return
      const format = Number(attribute(attributes, 'numFmtId') ?? 0)
      styles.push(own.get(format) ?? isBuiltInDay(format))
    },
    name => {
      if (name === 'cellXfs') isIn = false
    }
  )
  return styles
}

async function sharedTexts(text: AsyncIterable<string> | undefined): Promise<readonly string[]> {
  const shared: string[] = []
  let present = ''
  let isText = false
  let isHint = false
  let sum = 0
  await scan(
    text,
    name => {
      if (name === 'si') present = ''
      if (name === 'rPh') isHint = true
      if (name === 't') isText = !isHint
    },
    name => {
      if (name === 't') isText = false
      if (name === 'rPh') isHint = false
      if (name !== 'si') return
      sum += present.length + 16
      if (sum > maxSharedCharacters) throwImportError('fileTooLarge', { params: { max: maxSharedCharacters / 1e6 } })
      shared.push(unescaped(present))
    },
    said => {
      if (isText && present.length <= maxCellLength) present += said
    }
  )
  return shared
}

class SheetReader extends XmlReader {
  private readonly done: SheetRowText[]

  constructor(shared: readonly string[], dayStyles: readonly boolean[], is1904: boolean) {
    const done: SheetRowText[] = []
    let [number, column] = [0, 0]
    let cells: string[] = []
    let [reference, type, value] = ['', '', '']
    let isDay = false
    let isValue = false

    const textOfCell = (): string => {
      if (type === 's') return shared[Number(value)] ?? throwImportError('fileUnreadable')
      if (type === 'b') return value === '1' ? 'true' : 'false'
      if (type === 'e') return ''
      if (type === 'd') return value.slice(0, 10)
      if (type === 'inlineStr' || type === 'str') return unescaped(value)
      return isDay ? dayText(value, is1904) : numberText(value)
    }
    const endCell = (): void => {
      const text = value === '' ? '' : textOfCell().trim()
      if (text !== '') {
        if (column >= maxColumns) throwImportError('fileColumns', { params: { max: maxColumns } })
        while (cells.length < column) cells.push('')
        cells[column] = text
      }
      column += 1
    }
    super({
      open: (name, attributes) => {
        if (name === 'row') {
          number = Number(attribute(attributes, 'r') ?? number + 1)
          cells = []
          column = 0
        } else if (name === 'c') {
          reference = attribute(attributes, 'r') ?? ''
          column = columnOf(reference) ?? column
          type = attribute(attributes, 't') ?? 'n'
          isDay = dayStyles[Number(attribute(attributes, 's') ?? -1)] ?? false
          value = ''
        } else if (name === 'f') throwImportError('fileFormulas', { params: { cell: reference || String(number) } })
        else if (name === 'v' || name === 't') isValue = true
      },
      close: name => {
        if (name === 'v' || name === 't') isValue = false
        else if (name === 'c') endCell()
        else if (name === 'row' && cells.length > 0) done.push({ number, cells })
      },
      text: text => {
        if (isValue && value.length <= maxCellLength) value += text
      }
    })
    this.done = done
  }

  /** The rows that are complete. */
  taken(): SheetRowText[] {
    return this.done.splice(0)
  }
}
