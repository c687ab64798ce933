/** The sheet as a PDF on one page of A4: large values to type, and beside each the label that the register's form has. */
import type { Settings } from '../../../config/settings.ts'
import { type PdfDocument, paperColours, writePdf } from '../../../src/kernel/files/pdf.ts'
import type { Labelled, WordedSheet } from './words.ts'

const page = { width: 595.28, height: 841.89, margin: 42 }
const inner = page.width - 2 * page.margin
const labelWidth = 210
const { ink, quiet, line, warning } = paperColours

const drawLabel = (doc: PdfDocument, { label, polish }: Labelled, top: number): number => {
  doc.font('regular').fontSize(9).fillColor(ink).text(label, page.margin, top, { width: labelWidth })
  if (polish !== null) doc.fontSize(7.5).fillColor(quiet).text(polish, { width: labelWidth })
  return doc.y
}

function drawLine(doc: PdfDocument, one: WordedSheet['parts'][number]['lines'][number]): void {
  const top = doc.y + 2
  const below = drawLabel(doc, one, top)
  doc.font('bold').fontSize(10.5).fillColor(ink)
  doc.text(one.value, page.margin + labelWidth + 10, top - 1, { width: inner - labelWidth - 10 })
  doc.y = Math.max(below, doc.y) + 2
  doc
    .moveTo(page.margin, doc.y)
    .lineTo(page.margin + inner, doc.y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
}

function drawPart(doc: PdfDocument, part: WordedSheet['parts'][number]): void {
  doc.moveDown(0.6).font('bold').fontSize(11).fillColor(ink)
  doc.text(part.label, page.margin, doc.y, { width: inner, continued: part.polish !== null })
  if (part.polish !== null) doc.font('regular').fontSize(9).fillColor(quiet).text(`  ${part.polish}`)
  doc.y += 3
  for (const one of part.lines) drawLine(doc, one)
}

export const sheetPdf = (
  sheet: WordedSheet,
  { businessName }: Pick<Settings, 'businessName'>,
  createdAt: Date
): Promise<Buffer> => {
  const { language, title, about, parts, missing, say } = sheet
  const options = { language, title, author: businessName, createdAt, margin: page.margin }
  return writePdf({ ...options, size: [page.width, page.height] }, doc => {
    doc.font('bold').fontSize(15).fillColor(ink).text(title, { width: inner })
    doc.moveDown(0.3).font('regular').fontSize(9).fillColor(quiet).text(about, { width: inner })
    for (const part of parts) drawPart(doc, part)
    if (missing.length === 0) return
    doc.moveDown(0.8).font('bold').fontSize(10).fillColor(warning).text(say('missing'), page.margin, doc.y)
    for (const one of missing) doc.font('regular').fontSize(9).text(one, { width: inner })
  })
}
