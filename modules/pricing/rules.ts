/** Which price applies and why. Pure: no database, no clock. src/contract/money.ts calculates with the price. */
import { dayOf } from '../../src/contract/days.ts'

/** The VAT rate of orders in percent, unless staff choose another one, and its symbol in the accounting system. */
export const usualVatRate = 8
export const usualVatSymbol = 'A'

export type PriceSource = 'place' | 'company' | 'postal' | 'general'

/** A special price as it was agreed. Days are `YYYY-MM-DD` in Warsaw; the period includes both. */
export interface SpecialPrice {
  readonly value: number
  readonly dateFrom: string
  readonly dateTo: string
  /** The instant at which the price was withdrawn, in ISO 8601 in UTC. From then on it does not apply. */
  readonly endedAt: string | null
}

/** A general price or a price by postal codes, as it was valid at the instant. */
export interface ListPrice {
  readonly value: number
  /** In ISO 8601 in UTC; null: unknown. */
  readonly validFrom: string | null
}

/** All prices of one item that can apply at one place. */
export interface PriceFacts {
  readonly special: { readonly place: readonly SpecialPrice[]; readonly company: readonly SpecialPrice[] }
  readonly postal: {
    /** First digit of the postal code of the place. */
    readonly digit: string | null
    readonly price: ListPrice | null
    /** Whether the item was priced by postal codes. */
    readonly inUse: boolean
    /** Whether the place is in Poland. The prices are for the regions of Polish postal codes. */
    readonly inPoland: boolean
  }
  readonly general: ListPrice | null
}

/** Why a step gave the price, or why it did not. */
export const priceReasons = ['taken', 'lowerRank', 'none', 'notYet', 'over', 'ended', 'notInUse', 'abroad'] as const
export type PriceReason = (typeof priceReasons)[number]

export interface PriceStep {
  readonly source: PriceSource
  /** Net, in PLN; null where there is no such price. */
  readonly value: number | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** First digit of the place's postal code, on the postal step. */
  readonly digit: string | null
  /** Since when a general price or a price by postal code was valid, in ISO 8601 in UTC; missing where it is unknown. */
  readonly validFrom?: string
  readonly taken: boolean
  readonly reason: PriceReason
}

export interface ChosenPrice {
  readonly netPrice: number
  readonly source: PriceSource
}

type Candidate = Omit<PriceStep, 'taken' | 'reason'> & {
  readonly fault: Exclude<PriceReason, 'taken' | 'lowerRank'> | null
}

const undated = { dateFrom: null, dateTo: null, digit: null } as const

function faultOf({ dateFrom, dateTo, endedAt }: SpecialPrice, day: string, at: Date): Candidate['fault'] {
  if (day < dateFrom) return 'notYet'
  if (day > dateTo) return 'over'
  return endedAt !== null && Date.parse(endedAt) <= at.getTime() ? 'ended' : null
}

const endOf = ({ endedAt }: SpecialPrice): number => (endedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(endedAt))

/**
 * The steps of one owner's special prices: the price that applies, or else the last one that applied; and the next one. A price applies
 * from the beginning of its first day on, also if it was agreed later that day; but one that was withdrawn that day applied until then.
 */
function specialSteps(source: 'place' | 'company', prices: readonly SpecialPrice[], at: Date): Candidate[] {
  const day = dayOf(at)
  const steps = prices
    .toSorted((a, b) => (a.dateFrom < b.dateFrom ? -1 : 1))
    .map(price => ({ price, fault: faultOf(price, day, at) }))
  const applying = steps.filter(({ fault }) => fault === null).toSorted((a, b) => endOf(a.price) - endOf(b.price))
  const now = applying[0] ?? steps.findLast(({ fault }) => fault !== 'notYet')
  const next = steps.find(({ price, fault }) => fault === 'notYet' && price.endedAt === null)
  const shown = [now, next].flatMap(step => step ?? [])
  if (shown.length === 0) return [{ ...undated, source, value: null, fault: 'none' }]
  return shown.map(({ price: { value, dateFrom, dateTo }, fault }) => ({
    ...undated,
    source,
    value,
    dateFrom,
    dateTo,
    fault
  }))
}

const listed = (price: ListPrice | null): Pick<Candidate, 'value' | 'validFrom'> => ({
  value: price?.value ?? null,
  ...(price?.validFrom ? { validFrom: price.validFrom } : {})
})

function postalStep({ digit, price, inUse, inPoland }: PriceFacts['postal']): Candidate {
  const step = { ...undated, source: 'postal' } as const
  if (!inPoland) return { ...step, value: null, fault: inUse ? 'abroad' : 'notInUse' }
  return { ...step, ...listed(price), digit, fault: !inUse ? 'notInUse' : price === null ? 'none' : null }
}

/**
 * The price steps in order of precedence: special price of the place, special price of the company, price by postal code, general
 * price. The first one that applies at the instant is taken. Each of the others has the reason why it is not taken.
 */
export function explainPrice({ special, postal, general }: PriceFacts, at: Date): PriceStep[] {
  const candidates: Candidate[] = [
    ...specialSteps('place', special.place, at),
    ...specialSteps('company', special.company, at),
    postalStep(postal),
    { ...undated, ...listed(general), source: 'general', fault: general === null ? 'none' : null }
  ]
  const taken = candidates.findIndex(({ fault }) => fault === null)
  return candidates.map(({ fault, ...step }, at) => ({
    ...step,
    taken: at === taken,
    reason: fault ?? (at === taken ? 'taken' : 'lowerRank')
  }))
}

/** The step that is taken; undefined if there is no price. */
export function choosePrice(steps: readonly PriceStep[]): ChosenPrice | undefined {
  const step = steps.find(({ taken }) => taken)
  return step && step.value !== null ? { source: step.source, netPrice: step.value } : undefined
}
