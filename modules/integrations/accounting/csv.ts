/**
 * Documents of sale as CSV, for spreadsheets and other accounting programs: a line for each position, under the names that the same fields
 * have in Optima's XML. As Polish Excel reads it: UTF-8 with its mark, semicolons, commas in numbers. Pure.
 */

import { payment, statusNames } from './optima.ts'
import type { SaleDocument } from './rules.ts'

type Value = string | number | null

const columns = [
  'ID_ZRODLA',
  'NUMER',
  'ZAMOWIENIA',
  'REJESTR',
  'DATA_WYSTAWIENIA',
  'DATA_SPRZEDAZY',
  'TERMIN',
  'PODMIOT',
  'NAZWA',
  'NIP_KRAJ',
  'NIP',
  'ULICA',
  'KOD_POCZTOWY',
  'MIASTO',
  'FORMA_PLATNOSCI',
  'KATEGORIA',
  'STAWKA_VAT',
  'STATUS_VAT',
  'NETTO',
  'VAT',
  'BRUTTO'
] as const

const rowsOf = (document: SaleDocument): Value[][] => {
  const { buyer } = document
  return document.positions.map(({ category, rate, status, net, vat }) => [
    document.id,
    document.number,
    document.orders.join(', '),
    document.register,
    document.issueDay,
    document.saleDay,
    document.dueDay,
    buyer.acronym,
    buyer.name,
    buyer.country,
    buyer.taxNumber,
    buyer.street,
    buyer.postalCode,
    buyer.city,
    payment(document.isCash),
    category,
    rate,
    statusNames[status],
    net,
    vat,
    (Math.round(net * 100) + Math.round(vat * 100)) / 100
  ])
}

/** What a spreadsheet would take for a formula. */
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r]/u

/** A text that begins as a formula does gets an apostrophe before it, which spreadsheets take for “this is a text”. */
function cell(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return value.toFixed(2).replace('.', ',')
  const text = value.replaceAll('\0', '')
  const guarded = formula.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

const mark = '\uFEFF'

const lineOf = (row: readonly Value[]): string => `${row.map(cell).join(';')}\r\n`

/** The file, a document at a time. */
export function* csvFile(documents: readonly SaleDocument[]): Generator<Buffer> {
  yield Buffer.from(mark + lineOf(columns))
  for (const document of documents) yield Buffer.from(rowsOf(document).map(lineOf).join(''))
}
