/** A weigh ticket on paper, A5: what was weighed in large figures, whose load it was, and places for signatures. */
import { timeZone } from '../../../../src/contract/days.ts'
import { dateFormats } from '../../../../src/contract/formats.ts'
import { defaultLanguage } from '../../../../src/contract/languages.ts'
import { memberOf } from '../../../../src/contract/vocabulary.ts'
import { type PdfDocument, paperColours, writePdf } from '../../../../src/kernel/files/pdf.ts'
import type { Services } from '../../../../src/kernel/services.ts'
import { MassOrigin } from '../../schema.ts'
import type { PaperTicket } from './read.ts'

/** Points. */
const page = { width: 419.53, height: 595.28, margin: 32 }
const inner = page.width - 2 * page.margin
const bottom = page.height - page.margin
const massColumn = 74
const orderColumn = 84
const signatures = 64
const { ink, quiet, line, warning } = paperColours

const instants = dateFormats({
  timeZone,
  ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' }
})
const numbers = new Intl.NumberFormat(defaultLanguage, { useGrouping: 'always' })

type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string

interface Paper {
  readonly ticket: PaperTicket
  readonly wasteCode: string
  /** Name, address and numbers of the business, a line each. */
  readonly business: readonly string[]
  readonly say: Say
}

const kilograms = (mass: number): string => `${numbers.format(mass)}\u00a0kg`
const instant = (at: Date): string => instants(defaultLanguage).format(at)

/** A place for what comes next: on this page, or on a new one. */
function roomFor(doc: PdfDocument, height: number): void {
  if (doc.y + height > bottom) doc.addPage()
}

function rule(doc: PdfDocument, y: number): void {
  doc
    .moveTo(page.margin, y)
    .lineTo(page.margin + inner, y)
    .lineWidth(0.5)
    .strokeColor(line)
    .stroke()
}

function drawHead(doc: PdfDocument, { ticket, business, say }: Paper): void {
  const [name = '', ...lines] = business
  doc.font('bold').fontSize(9).fillColor(ink).text(name, page.margin, page.margin, { width: inner })
  doc.font('regular').fontSize(7.5).fillColor(quiet)
  for (const each of lines) doc.text(each, { width: inner })
  doc.moveDown(1).font('bold').fontSize(16).fillColor(ink)
  doc.text(say('title', { number: ticket.number }), { width: inner })
  const { withdrawnAt, withdrawReason, correctedAt } = ticket
  doc.fontSize(9).fillColor(warning)
  if (withdrawnAt)
    doc.text(say('withdrawn', { at: instant(withdrawnAt), reason: withdrawReason ?? '' }), { width: inner })
  else if (correctedAt) doc.text(say('corrected', { at: instant(correctedAt) }), { width: inner })
  doc.moveDown(0.5)
}

function drawFacts(doc: PdfDocument, { ticket, wasteCode, say }: Paper): void {
  const { at, scale, store, vehicle, driver } = ticket
  const facts: readonly (readonly [string, string | null])[] = [
    ['at', instant(at)],
    ['scale', scale ?? say('noScale')],
    ['store', store],
    ['vehicle', vehicle],
    ['driver', driver],
    ['wasteCode', wasteCode]
  ]
  for (const [key, value] of facts) {
    const top = doc.y
    doc.font('regular').fontSize(8.5).fillColor(quiet).text(say(key), page.margin, top, { width: 100 })
    doc.fillColor(ink).text(value ?? '—', page.margin + 100, top, { width: inner - 100 })
    doc.y += 2
  }
  doc.x = page.margin
}

/** Gross, tare and net beside each other, with where each is from below it. */
function drawMasses(doc: PdfDocument, { ticket, say }: Paper): void {
  const { gross, tare, source, tareOrigin, grossRead, tareRead } = ticket
  const originOf = (code: number, read: number | null, mass: number): string => {
    const origin = say(`origin.${memberOf(MassOrigin, code)}`)
    return read === null || read === mass ? origin : `${origin} ${say('otherThanScale', { mass: kilograms(read) })}`
  }
  const boxes = [
    { key: 'gross', mass: gross, below: originOf(source, grossRead, gross) },
    { key: 'tare', mass: tare, below: originOf(tareOrigin, tareRead, tare) },
    { key: 'net', mass: gross - tare, below: say('netBelow') }
  ]
  const gap = 8
  const width = (inner - 2 * gap) / 3
  const height = 66
  doc.y += 8
  roomFor(doc, height)
  const top = doc.y
  boxes.forEach(({ key, mass, below }, at) => {
    const left = page.margin + at * (width + gap)
    const isNet = key === 'net'
    doc.roundedRect(left, top, width, height, 4)
    doc
      .lineWidth(isNet ? 1.5 : 0.75)
      .strokeColor(isNet ? ink : line)
      .stroke()
    const within = { width: width - 12 }
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(quiet)
      .text(say(key), left + 6, top + 7, within)
    doc
      .font('bold')
      .fontSize(14)
      .fillColor(ink)
      .text(kilograms(mass), left + 6, top + 20, { ...within, lineBreak: false })
    doc.font('regular').fontSize(7).fillColor(quiet)
    doc.text(below, left + 6, top + 42, { ...within, height: 20, ellipsis: true })
  })
  doc.x = page.margin
  doc.y = top + height + 10
}

interface LoadRow {
  readonly order: string
  readonly client: string
  /** In smaller letters below the client. */
  readonly place?: string
  readonly mass: string
  readonly isHead?: true
}

/** A row of the table, as high as its texts need. */
function drawRow(doc: PdfDocument, { order, client, place, mass, isHead }: LoadRow): void {
  const middle = inner - orderColumn - massColumn - 8
  const size = isHead ? 7.5 : 8.5
  doc.font(isHead ? 'bold' : 'regular').fontSize(size)
  const clientHeight = doc.heightOfString(client || ' ', { width: middle })
  const placeHeight = place ? doc.fontSize(7).heightOfString(place, { width: middle }) : 0
  const height = Math.max(
    clientHeight + placeHeight,
    doc.fontSize(size).heightOfString(order || ' ', { width: orderColumn })
  )
  roomFor(doc, height + 8)
  const top = doc.y + 4
  doc.fontSize(size).fillColor(isHead ? quiet : ink)
  doc.text(order, page.margin, top, { width: orderColumn })
  doc.text(client, page.margin + orderColumn, top, { width: middle })
  doc.text(mass, page.margin + inner - massColumn, top, { width: massColumn, align: 'right' })
  if (place)
    doc
      .fontSize(7)
      .fillColor(quiet)
      .text(place, page.margin + orderColumn, top + clientHeight, { width: middle })
  doc.x = page.margin
  doc.y = top + height + 4
  rule(doc, doc.y)
}

function drawLoads(doc: PdfDocument, { ticket, say }: Paper): void {
  const { loads, gross, tare, restReason } = ticket
  const shared = loads.reduce((sum, { mass }) => sum + mass, 0)
  const rest = gross - tare - shared
  drawRow(doc, { order: say('order'), client: say('client'), mass: say('share'), isHead: true })
  for (const { order, client, taxNumber, place, mass } of loads) {
    const named = taxNumber ? `${client}, ${say('taxNumber', { number: taxNumber })}` : client
    drawRow(doc, { order, client: named, place, mass: kilograms(mass) })
  }
  if (rest > 0) drawRow(doc, { order: say('rest'), client: restReason ?? '', mass: kilograms(rest) })
}

function drawNote(doc: PdfDocument, { ticket: { note }, say }: Paper): void {
  if (!note) return
  doc.font('regular').fontSize(8.5)
  roomFor(doc, doc.heightOfString(note, { width: inner }) + 24)
  doc.y += 8
  doc.fillColor(quiet).text(say('note'), page.margin, doc.y, { width: inner })
  doc.fillColor(ink).text(note, { width: inner })
}

function drawSignatures(doc: PdfDocument, { ticket, say }: Paper): void {
  roomFor(doc, signatures)
  const top = bottom - 30
  const width = (inner - 24) / 2
  const places = [
    { label: say('signedByScale'), name: ticket.issuedBy ?? '' },
    { label: say('signedByDriver'), name: ticket.driver ?? '' }
  ]
  places.forEach(({ label, name }, at) => {
    const left = page.margin + at * (width + 24)
    doc
      .moveTo(left, top)
      .lineTo(left + width, top)
      .lineWidth(0.75)
      .strokeColor(quiet)
      .stroke()
    const text = name ? `${label}: ${name}` : label
    doc.font('regular').fontSize(7.5).fillColor(quiet)
    doc.text(text, left, top + 4, { width, height: 20, ellipsis: true })
  })
}

/** The file, in the language of the business: the paper stays in its office and with its driver. */
export function ticketPdf(
  { messages, settings }: Pick<Services, 'messages' | 'settings'>,
  ticket: PaperTicket
): Promise<Buffer> {
  const say: Say = (key, params) => messages.say(defaultLanguage, `weights.paper.${key}`, params)
  const { businessName, businessLegalName, businessAddress, businessTaxNumber, businessBdo, wasteCode } = settings
  const identity = [
    businessTaxNumber && say('taxNumber', { number: businessTaxNumber }),
    businessBdo && say('bdo', { number: businessBdo })
  ]
  const business = [businessLegalName || businessName, businessAddress, identity.filter(Boolean).join(', ')].filter(
    Boolean
  )
  const paper: Paper = { ticket, wasteCode, business, say }
  const title = say('title', { number: ticket.number })
  const options = {
    language: defaultLanguage,
    title,
    author: businessName,
    createdAt: ticket.createdAt,
    margin: page.margin
  }
  return writePdf({ ...options, size: [page.width, page.height] }, doc => {
    drawHead(doc, paper)
    drawFacts(doc, paper)
    drawMasses(doc, paper)
    drawLoads(doc, paper)
    drawNote(doc, paper)
    drawSignatures(doc, paper)
  })
}
