/**
 * Orders as documents of sale for accounting programs. Pure: no database, no clock. A document is an invoice, with all its orders, or an order
 * that has no invoice number yet. Its id follows from its oldest order alone, so that a document that is read in a second time is known.
 */
import { createHash } from 'node:crypto'
import { addDays } from '../../../src/contract/days.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { Country, type CountryCode, countryFacts, PaymentType } from '../../companies/schema.ts'
import { BuyerKind, DocumentChange, ZeroRate } from './schema.ts'

/** An order as it is booked. Amounts are what is owed for it, in PLN; days are those of Warsaw. */
export interface BookedOrder {
  readonly id: number
  readonly number: string
  readonly invoiceNumber: string | null
  /** The day on which an invoice number was typed; null where it came from elsewhere. */
  readonly invoicedDay: string | null
  readonly finishedDay: string
  readonly orderTypeId: number
  readonly paymentType: number
  readonly vatRate: number
  readonly net: number
  readonly gross: number
  readonly companyId: number
  readonly company: string
  readonly taxNumber: string | null
  readonly country: number
  readonly regon: string | null
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
}

/** What buyers of a kind are booked under: a line of the mapping. */
export interface Mapping {
  readonly buyer: number
  readonly register: string
  readonly categoryVehicle: string | null
  readonly categoryTonnage: string | null
  readonly categoryContainer: string | null
  readonly zeroRate: number
  readonly paymentDays: number
}

export interface Buyer {
  /** Stable, as the document's. */
  readonly id: string
  /** At most 20 characters, of one company only. */
  readonly acronym: string
  readonly name: string
  /** ISO 3166. */
  readonly country: string
  readonly taxNumber: string | null
  readonly regon: string | null
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
}

export type TaxStatus = 'taxed' | 'exempt' | 'notSubject'

/** What is sold of one category at one rate. */
export interface Position {
  readonly category: string | null
  readonly rate: number
  readonly status: TaxStatus
  readonly net: number
  readonly vat: number
}

export interface SaleDocument {
  readonly id: string
  readonly number: string
  readonly orders: readonly string[]
  readonly issueDay: string
  readonly saleDay: string
  readonly dueDay: string
  readonly isCash: boolean
  readonly register: string
  readonly buyer: Buyer
  readonly positions: readonly Position[]
  readonly net: number
  readonly vat: number
  readonly gross: number
}

/** The namespace of the ids (RFC 9562). It must never change: accounting programs know documents by what follows from it. */
const namespace = Buffer.from('b7c1c8a0b1f94f0e9d6c2f6f3c1a5e47', 'hex')

/** The same id for the same name, for ever: a UUID of version 8, which is version 5 by a hash that is not broken. */
export function stableId(name: string): string {
  const bytes = createHash('sha256').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Sums of money are exact in whole grosze. */
const inGrosze = (amount: number): number => Math.round(amount * 100)
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + inGrosze(amount), 0) / 100

const groupsOf = <T>(things: readonly T[], keyOf: (thing: T) => string): T[][] => {
  const groups = new Map<string, T[]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  return [...groups.values()]
}

const statuses: Readonly<Record<number, TaxStatus>> = {
  [ZeroRate.taxed]: 'taxed',
  [ZeroRate.exempt]: 'exempt',
  [ZeroRate.notSubject]: 'notSubject'
}
const statusOf = (rate: number, { zeroRate }: Mapping): TaxStatus =>
  rate > 0 ? 'taxed' : (statuses[zeroRate] ?? 'taxed')

const categoryOf = (orderTypeId: number, mapping: Mapping): string | null =>
  orderTypeId === OrderType.vehicle
    ? mapping.categoryVehicle
    : orderTypeId === OrderType.tonnage
      ? mapping.categoryTonnage
      : mapping.categoryContainer

const positionsOf = (orders: readonly BookedOrder[], mapping: Mapping): Position[] =>
  groupsOf(orders, ({ orderTypeId, vatRate }) => JSON.stringify([categoryOf(orderTypeId, mapping), vatRate])).map(
    group => {
      const { orderTypeId, vatRate } = group[0] as BookedOrder
      const net = sumOf(group.map(order => order.net))
      return {
        category: categoryOf(orderTypeId, mapping),
        rate: vatRate,
        status: statusOf(vatRate, mapping),
        net,
        vat: sumOf([...group.map(order => order.gross), -net])
      }
    }
  )

const blankToNull = (text: string | null): string | null => text?.trim() || null

const countryOf = (code: number): string => (countryFacts[code as CountryCode] ?? countryFacts[Country.polish]).iso

const maxAcronym = 20

function buyerOf({ companyId, company, country, ...of }: BookedOrder): Buyer {
  const iso = countryOf(country)
  const taxNumber =
    blankToNull(of.taxNumber)
      ?.replace(/[\s-]/g, '')
      .replace(new RegExp(`^${iso}`, 'i'), '') ?? null
  const byNumber = taxNumber && `${iso}${taxNumber}`
  return {
    id: stableId(`company/${companyId}`),
    acronym: byNumber && byNumber.length <= maxAcronym ? byNumber : `OPONY-${companyId}`,
    name: company.trim(),
    country: iso,
    taxNumber,
    regon: blankToNull(of.regon),
    street: blankToNull(of.street),
    postalCode: blankToNull(of.postalCode),
    city: blankToNull(of.city)
  }
}

const latest = (days: readonly string[]): string => days.reduce((last, day) => (day > last ? day : last), '')

/** The orders of one document, the oldest first. */
function documentOf(orders: readonly BookedOrder[], mappings: readonly Mapping[]): SaleDocument {
  const oldest = orders[0] as BookedOrder
  const kind = oldest.country === Country.polish ? BuyerKind.home : BuyerKind.abroad
  const mapping = mappings.find(({ buyer }) => buyer === kind)
  if (!mapping) throw new Error(`No mapping of buyers of kind ${kind}`)
  const saleDay = latest(orders.map(({ finishedDay }) => finishedDay))
  const issueDay = latest([saleDay, ...orders.flatMap(({ invoicedDay }) => invoicedDay ?? [])])
  const isCash = orders.every(({ paymentType }) => paymentType === PaymentType.cash)
  const positions = positionsOf(orders, mapping)
  const net = sumOf(positions.map(position => position.net))
  const vat = sumOf(positions.map(position => position.vat))
  return {
    id: stableId(`document/${oldest.id}`),
    number: oldest.invoiceNumber ?? oldest.number,
    orders: orders.map(({ number }) => number),
    issueDay,
    saleDay,
    dueDay: isCash ? issueDay : addDays(issueDay, mapping.paymentDays),
    isCash,
    register: mapping.register,
    buyer: buyerOf(oldest),
    positions,
    net,
    vat,
    gross: sumOf([net, vat])
  }
}

/** The documents of orders, in the order of their days and numbers. All orders of an invoice must be there. */
export const documentsOf = (orders: readonly BookedOrder[], mappings: readonly Mapping[]): SaleDocument[] =>
  groupsOf(
    orders.toSorted((a, b) => a.id - b.id),
    ({ id, companyId, invoiceNumber }) =>
      invoiceNumber === null ? `${id}` : JSON.stringify([companyId, invoiceNumber])
  )
    .map(group => documentOf(group, mappings))
    .toSorted((a, b) => compared(a.saleDay, b.saleDay) || compared(a.number, b.number) || compared(a.id, b.id))

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export interface Compared {
  readonly document: SaleDocument
  readonly change: number
  /** The gross amount of the run before, of what was there. */
  readonly formerGross: number | null
}

/** A text that is the same for two documents that say the same, in whichever order a database keeps the keys of objects. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => compared(a, b)))
      : part
  )

/** What has become of the documents since the run before; without one all are new. Those that are gone come last. */
export function differences(former: readonly SaleDocument[], present: readonly SaleDocument[]): Compared[] {
  const before = new Map(former.map(document => [document.id, document]))
  const kept = present.map(document => {
    const was = before.get(document.id)
    before.delete(document.id)
    const change = !was
      ? DocumentChange.new
      : textOf(was) === textOf(document)
        ? DocumentChange.same
        : DocumentChange.changed
    return { document, change, formerGross: was?.gross ?? null }
  })
  const gone = [...before.values()].map(document => ({
    document,
    change: DocumentChange.gone,
    formerGross: document.gross
  }))
  return [...kept, ...gone]
}
