/**
 * A statement as a PDF: A4, the head of the table again on each page, the sums at the end, and on the first page a QR code that leads to the
 * public page. It is drawn row by row; between pages other calls have their turn.
 */
import { setImmediate as otherCalls } from 'node:timers/promises'
import QRCode from 'qrcode'
import { type PdfDocument as Document, paperColours, writePdf } from '../../../src/kernel/files/pdf.ts'
import { emissionParts } from './emissions.ts'
import type { Paper } from './paper.ts'
import { sourceText, stateText } from './paper.ts'

/** Points. */
const page = { width: 841.89, height: 595.28, margin: 36, foot: 30 }
const inner = page.width - 2 * page.margin
const bottom = page.height - page.margin - page.foot
const qrSize = 84
const pad = 4
const { ink, quiet, line, warning } = paperColours

/** A column: its name among the messages, its share of the width, and whether it is of numbers. */
interface Column {
  readonly name: string
  readonly share: number
  readonly isNumber?: true
}

/** That of the process stands only where a row has one. */
const rowColumns: readonly Column[] = [
  { name: 'day', share: 7 },
  { name: 'place', share: 21 },
  { name: 'wasteCode', share: 7 },
  { name: 'order', share: 10 },
  { name: 'card', share: 17 },
  { name: 'tickets', share: 13 },
  { name: 'process', share: 5 },
  { name: 'source', share: 10 },
  { name: 'kilograms', share: 8, isNumber: true }
]
const sumColumns: readonly Column[] = [
  { name: 'sumOf', share: 60 },
  { name: 'orders', share: 15, isNumber: true },
  { name: 'kilograms', share: 15, isNumber: true }
]

const emissionColumns: readonly Column[] = [
  { name: 'factor', share: 55 },
  { name: 'quantity', share: 15, isNumber: true },
  { name: 'kilograms', share: 12, isNumber: true },
  { name: 'emissions', share: 15, isNumber: true }
]

/** A table that goes on over pages, each with its head. Columns share the width by `share`. */
class Table {
  private readonly doc: Document
  private readonly columns: readonly Column[]
  private readonly heads: readonly string[]
  private readonly widths: readonly number[]

  constructor(doc: Document, columns: readonly Column[], heads: readonly string[], width: number) {
    this.doc = doc
    this.columns = columns
    this.heads = heads
    const whole = columns.reduce((sum, { share }) => sum + share, 0)
    this.widths = columns.map(({ share }) => (width * share) / whole)
  }

  /** How high a row is: its texts go over as many lines as they need. */
  private heightOf(texts: readonly string[]): number {
    const heights = texts.map((text, at) => this.doc.heightOfString(text || ' ', { width: this.textWidth(at) }))
    return Math.max(...heights) + 2 * pad
  }

  private textWidth(at: number): number {
    return (this.widths[at] ?? 0) - 2 * pad
  }

  private draw(texts: readonly string[], height: number): void {
    const { doc } = this
    const top = doc.y
    let left = page.margin
    texts.forEach((text, at) => {
      const align = this.columns[at]?.isNumber ? ('right' as const) : ('left' as const)
      doc.text(text, left + pad, top + pad, { width: this.textWidth(at), align })
      left += this.widths[at] ?? 0
    })
    doc
      .moveTo(page.margin, top + height)
      .lineTo(left, top + height)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    doc.x = page.margin
    doc.y = top + height
  }

  head(): void {
    this.doc.font('bold').fontSize(7.5).fillColor(quiet)
    this.draw(this.heads, this.heightOf(this.heads))
  }

  /** @returns whether the row began a page */
  row(texts: readonly string[], isSum = false): boolean {
    const { doc } = this
    const style = (): unknown =>
      doc
        .font(isSum ? 'bold' : 'regular')
        .fontSize(8)
        .fillColor(ink)
    style()
    const height = this.heightOf(texts)
    const isNew = doc.y + height > bottom
    if (isNew) {
      doc.addPage()
      this.head()
      style()
    }
    this.draw(texts, height)
    return isNew
  }
}

function drawQr(doc: Document, address: string, left: number, top: number): void {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' })
  const side = qrSize / modules.size
  doc.fillColor('#000000')
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) doc.rect(left + column * side, top + row * side, side, side)
  doc.fill()
  doc.link(left, top, qrSize, qrSize, address)
}

/** What the statement is, of whom, of which days, and the QR code beside it. */
function drawHead(doc: Document, paper: Paper): void {
  const { statement, say, day, instant, kilograms, business, address } = paper
  const width = inner - qrSize - 24
  const top = doc.y
  const state = stateText(paper)
  doc.font('bold').fontSize(16).fillColor(ink)
  doc.text(say('titleWithNumber', { number: statement.number }), { width })
  if (state) doc.fontSize(11).fillColor(warning).text(state, { width })
  doc.moveDown(0.4)
  const lines: readonly (readonly [string, string])[] = [
    [say('client'), [statement.companyName, statement.taxNumber, statement.address].filter(Boolean).join(', ')],
    [say('place'), statement.place ?? say('allPlaces')],
    [say('days'), say('period', { from: day(statement.firstDay), to: day(statement.lastDay) })],
    [say('sum'), say('mass', { mass: kilograms(statement.kilograms) })]
  ]
  for (const [name, value] of lines) {
    doc.font('regular').fontSize(9).fillColor(quiet).text(`${name}: `, { width, continued: true })
    doc.font('bold').fillColor(ink).text(value, { width })
  }
  doc.moveDown(0.3).font('regular').fontSize(8).fillColor(quiet)
  doc.text(say('issued', { at: instant(statement.createdAt), business }), { width })
  doc.text(say('check', { address }), { width, link: address })
  const left = page.width - page.margin - qrSize
  drawQr(doc, address, left, top)
  doc.x = page.margin
  doc.y = Math.max(doc.y, top + qrSize) + 12
}

/** A heading with its table of sums, which begins a page where no row of it would stand under the heading. */
function drawSums(doc: Document, paper: Paper, name: 'byCode' | 'byPlace'): void {
  const { say, sums, kilograms } = paper
  if (doc.y + 80 > bottom) doc.addPage()
  doc.moveDown(1.2).font('bold').fontSize(10).fillColor(ink).text(say(name), page.margin)
  doc.moveDown(0.3)
  const heads = sumColumns.map(column => say(column.name === 'sumOf' ? `${name}.of` : `column.${column.name}`))
  const table = new Table(doc, sumColumns, heads, inner / 2)
  table.head()
  for (const sum of sums[name]) table.row([sum.name, String(sum.orders), kilograms(sum.kilograms)])
  table.row([say('sum'), String(paper.statement.orders), kilograms(paper.statement.kilograms)], true)
}

/** Each kind by itself: a reader is not to take one from the other. */
function drawEmissions(doc: Document, paper: Paper): void {
  const { say, kilograms, number } = paper
  const parts = emissionParts(paper)
  for (const part of parts) {
    if (doc.y + 80 > bottom) doc.addPage()
    doc.moveDown(1.2).font('bold').fontSize(10).fillColor(ink).text(part.title, page.margin)
    doc.moveDown(0.3)
    const heads = emissionColumns.map(({ name }) => say(`column.${name}`))
    const table = new Table(doc, emissionColumns, heads, inner)
    table.head()
    for (const line of part.counted)
      table.row([line.factor, line.quantity, kilograms(line.mass), number(line.emissions)])
    const mass = part.counted.reduce((sum, line) => sum + line.mass, 0)
    table.row([say('sum'), '', kilograms(mass), number(part.sum)], true)
    doc.moveDown(0.3).font('regular').fontSize(8).fillColor(warning)
    for (const sentence of part.notCounted) doc.text(sentence, page.margin, doc.y, { width: inner })
  }
  if (parts.length === 0) return
  doc.moveDown(0.3).font('regular').fontSize(8).fillColor(quiet)
  doc.text(say('emissions.about'), page.margin, doc.y, { width: inner })
}

/** Below the table of each page: which statement it is, and which page of how many. */
function drawFeet(doc: Document, { say, statement, business }: Paper): void {
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    doc.switchToPage(at)
    // text in the margin would begin a new page
    doc.page.margins.bottom = 0
    doc.font('regular').fontSize(7.5).fillColor(quiet)
    const y = page.height - page.margin - 8
    doc.text(`${business} · ${statement.number}`, page.margin, y, { width: inner / 2, lineBreak: false })
    const pages = say('page', { page: at + 1, pages: count })
    doc.text(pages, page.margin + inner / 2, y, { width: inner / 2, align: 'right', lineBreak: false })
  }
}

/** The file. */
export async function pdfOf(paper: Paper): Promise<Buffer> {
  const { statement, say, language, business } = paper
  const title = say('titleWithNumber', { number: statement.number })
  const options = { language, title, author: business, createdAt: statement.createdAt }
  return writePdf({ ...options, size: [page.width, page.height], margin: page.margin }, async doc => {
    drawHead(doc, paper)
    await drawRows(doc, paper)
    drawSums(doc, paper, 'byCode')
    drawSums(doc, paper, 'byPlace')
    drawEmissions(doc, paper)
    drawFeet(doc, paper)
  })
}

async function drawRows(doc: Document, paper: Paper): Promise<void> {
  const { say, rows, day, kilograms } = paper
  const hasProcess = rows.some(({ process }) => process !== null)
  const columns = rowColumns.filter(({ name }) => hasProcess || name !== 'process')
  const heads = columns.map(({ name }) => say(`column.${name}`))
  const table = new Table(doc, columns, heads, inner)
  table.head()
  for (const row of rows) {
    const began = table.row([
      ...[day(row.day), row.place, row.wasteCode, row.orderNumber, row.cardNumber ?? '', row.tickets ?? ''],
      ...(hasProcess ? [row.process ?? ''] : []),
      ...[sourceText(paper, row.source), kilograms(row.kilograms)]
    ])
    if (began) await otherCalls()
  }
}
