/**
 * Documents of sale as the XML that Comarch Optima reads in ("praca rozproszona"): its buyers, then its register of VAT. Pure. Elements stand
 * in the order in which the program writes them itself, texts are cut to the lengths of its fields, and the encoding is that of its own files.
 */

import { windows1250 } from './encoding.ts'
import type { Buyer, Position, SaleDocument, TaxStatus } from './rules.ts'

/** How the two databases call each other: settings of the accounting program. */
export interface OptimaBases {
  readonly source: string
  readonly target: string
}

type Content = string | readonly Field[] | null
/** An element of the file. */
type Field = readonly [name: string, content: Content]

const currency = 'PLN'
const home = 'PL'

// What XML 1.0 cannot contain, even escaped.
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replaceAll(forbidden, '').replaceAll(/[&<>"]/g, letter => entities[letter] as string)

const written = ([name, content]: Field): string => {
  if (content === null || content === '') return `<${name}/>`
  if (Array.isArray(content)) return `<${name}>\n${content.map(written).join('\n')}\n</${name}>`
  return `<${name}>${escaped(content as string)}</${name}>`
}

const amount = (value: number): string => value.toFixed(2)
const cut = (text: string | null, length: number): string | null => text && [...text].slice(0, length).join('')
/** As Optima names a document: in braces and capitals. */
const guid = (id: string): string => `{${id.toUpperCase()}}`
export const payment = (isCash: boolean): string => (isCash ? 'gotówka' : 'przelew')

const nameLength = 50

/** A name over three fields, divided between words where there are any. */
export function nameLines(name: string): readonly [string, string, string] {
  const lines: string[] = []
  let rest = name.replaceAll(/\s+/g, ' ').trim()
  for (let at = 0; at < 3; at += 1) {
    const whole = [...rest].slice(0, nameLength + 1).join('')
    const end = [...rest].length <= nameLength ? rest.length : whole.lastIndexOf(' ')
    const line = end > 0 ? rest.slice(0, end) : [...rest].slice(0, nameLength).join('')
    lines.push(line)
    rest = rest.slice(line.length).trim()
  }
  return lines as unknown as readonly [string, string, string]
}

export const statusNames: Readonly<Record<TaxStatus, string>> = {
  taxed: 'opodatkowana',
  exempt: 'zwolniona',
  notSubject: 'nie podlega'
}

const baseFields = ({ source, target }: OptimaBases): Field[] => [
  ['WERSJA', '2.00'],
  ['BAZA_ZRD_ID', source],
  ['BAZA_DOC_ID', target]
]

const names = (name: string): Field[] => nameLines(name).map((line, at): Field => [`NAZWA${at + 1}`, line])

const contractor = ({ isCash, buyer }: SaleDocument): Field => [
  'KONTRAHENT',
  [
    ['ID_ZRODLA', guid(buyer.id)],
    ['AKRONIM', buyer.acronym],
    ['RODZAJ', 'odbiorca'],
    ['EKSPORT', buyer.country === home ? 'krajowy' : 'wewnątrzunijny'],
    ['PLATNIK_VAT', buyer.taxNumber === null ? 'Nie' : 'Tak'],
    ['FORMA_PLATNOSCI', payment(isCash)],
    ['KRAJ_ISO', buyer.country],
    ['ADRESY', [['ADRES', address(buyer)]]]
  ]
]

const address = (buyer: Buyer): Field[] => [
  ['STATUS', 'aktualny'],
  ...names(buyer.name),
  ['KRAJ', buyer.country],
  ['WOJEWODZTWO', null],
  ['ULICA', cut(buyer.street, 40)],
  ['KOD_POCZTOWY', cut(buyer.postalCode, 10)],
  ['POCZTA', cut(buyer.city, 40)],
  ['NIP_KRAJ', buyer.country],
  ['NIP', buyer.taxNumber],
  ['REGON', buyer.regon]
]

const position = ({ category, rate, status, net, vat }: Position): Field => [
  'POZYCJA',
  [
    ['KATEGORIA_POS', category],
    ['STAWKA_VAT', amount(rate)],
    ['STATUS_VAT', statusNames[status]],
    ['NETTO', amount(net)],
    ['VAT', amount(vat)],
    ['NETTO_SYS', amount(net)],
    ['VAT_SYS', amount(vat)],
    ['RODZAJ_SPRZEDAZY', 'usługi'],
    ['UWZ_W_PROPORCJI', 'tak']
  ]
]

const settlement = ({ id, dueDay, isCash, gross }: SaleDocument): Field => [
  'PLATNOSC',
  [
    ['ID_ZRODLA_PLAT', guid(id)],
    ['TERMIN_PLAT', dueDay],
    ['FORMA_PLATNOSCI_PLAT', payment(isCash)],
    ['KWOTA_PLAT', amount(gross)],
    ['WALUTA_PLAT', currency],
    ['KWOTA_PLN_PLAT', amount(gross)],
    ['KIERUNEK', 'przychód'],
    ['PODLEGA_ROZLICZENIU', 'tak'],
    ['KONTO', null],
    ['PLAT_SPLIT_PAYMENT', 'Nie']
  ]
]

/** What a taxable buyer in another country pays the VAT of. */
const isReverseCharge = ({ buyer, positions }: SaleDocument): boolean =>
  buyer.country !== home && positions.some(({ status }) => status === 'notSubject')

const entry = (document: SaleDocument): Field => {
  const { buyer } = document
  return [
    'REJESTR_SPRZEDAZY_VAT',
    [
      ['ID_ZRODLA', guid(document.id)],
      ['MODUL', 'Rejestr Vat'],
      ['REJESTR', document.register],
      ['DATA_WYSTAWIENIA', document.issueDay],
      ['DATA_SPRZEDAZY', document.saleDay],
      ['TERMIN', document.dueDay],
      ['NUMER', document.number],
      ['KOREKTA', 'Nie'],
      ['KOREKTA_NUMER', null],
      ['WEWNETRZNA', 'Nie'],
      ['FISKALNA', 'Nie'],
      ['DETALICZNA', 'Nie'],
      ['EKSPORT', 'nie'],
      ['FINALNY', 'Nie'],
      ['TYP_PODMIOTU', 'kontrahent'],
      ['PODMIOT', buyer.acronym],
      ...names(buyer.name),
      ['NIP_KRAJ', buyer.country],
      ['NIP', buyer.taxNumber],
      ['KRAJ', buyer.country],
      ['ULICA', cut(buyer.street, 40)],
      ['KOD_POCZTOWY', cut(buyer.postalCode, 10)],
      ['MIASTO', cut(buyer.city, 40)],
      ['KATEGORIA', document.positions[0]?.category ?? null],
      ['FORMA_PLATNOSCI', payment(document.isCash)],
      ['DEKLARACJA_VAT7', document.saleDay.slice(0, 7)],
      ['DEKLARACJA_VATUE', isReverseCharge(document) ? 'Tak' : 'Nie'],
      ['WALUTA', currency],
      ['MPP', 'Nie'],
      ['POZYCJE', document.positions.map(position)],
      ['PLATNOSCI', [settlement(document)]]
    ]
  ]
}

const byBuyer = (documents: readonly SaleDocument[]): SaleDocument[] => [
  ...new Map(documents.map(document => [document.buyer.id, document])).values()
]

const encoded = (lines: readonly string[]): Buffer =>
  windows1250(`${lines.join('\n')}\n`, letter => `&#${letter.codePointAt(0)};`)

/** The file, in windows-1250, piece by piece: a buyer or a document each. The same documents give the same bytes. */
export function* optimaFile(documents: readonly SaleDocument[], bases: OptimaBases): Generator<Buffer> {
  const head = baseFields(bases).map(written)
  yield encoded([
    '<?xml version="1.0" encoding="windows-1250"?>',
    '<ROOT xmlns="http://www.comarch.pl/cdn/optima/offline">',
    '<KONTRAHENCI>',
    ...head
  ])
  for (const document of byBuyer(documents)) yield encoded([written(contractor(document))])
  yield encoded(['</KONTRAHENCI>', '<REJESTRY_SPRZEDAZY_VAT>', ...head])
  for (const document of documents) yield encoded([written(entry(document))])
  yield encoded(['</REJESTRY_SPRZEDAZY_VAT>', '</ROOT>'])
}
