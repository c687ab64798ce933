/** Which price applies and why. Pure: no database, no clock. src/contract/money.ts calculates with the price. */

export type PriceSource = 'place' | 'company' | 'postal' | 'general'

/** A special price as it was agreed. Days are `YYYY-MM-DD` in Warsaw; the period includes both. */
export interface SpecialPrice {
  readonly value: number
  readonly dateFrom: string
  readonly dateTo: string
  /** The day on which the price was withdrawn. From that day on it does not apply. */
  readonly endedOn: string | null
}

/** All prices of one item that can apply at one place. */
export interface PriceFacts {
  readonly special: { readonly place: readonly SpecialPrice[]; readonly company: readonly SpecialPrice[] }
  readonly postal: {
    readonly digit: string | null
    readonly value: number | null
    /** Whether the item is priced by postal codes. */
    readonly inUse: boolean
  }
  readonly general: number | null
}

/** Why a step gave the price, or why it did not. */
export const priceReasons = ['taken', 'lowerRank', 'none', 'notYet', 'over', 'ended', 'notInUse'] as const
export type PriceReason = (typeof priceReasons)[number]

export interface PriceStep {
  readonly source: PriceSource
  /** Net, in PLN; null where there is no such price. */
  readonly value: number | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** First digit of the place's postal code, on the postal step. */
  readonly digit: string | null
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

function faultOf({ dateFrom, dateTo, endedOn }: SpecialPrice, day: string): Candidate['fault'] {
  if (day < dateFrom) return 'notYet'
  if (day > dateTo) return 'over'
  return endedOn !== null && endedOn <= day ? 'ended' : null
}

/** The steps of one owner's special prices: the price that applies, or else the last one that applied; and the next one. */
function specialSteps(source: 'place' | 'company', prices: readonly SpecialPrice[], day: string): Candidate[] {
  const steps = prices
    .toSorted((a, b) => (a.dateFrom < b.dateFrom ? -1 : 1))
    .map(price => ({ price, fault: faultOf(price, day) }))
  const now = steps.find(({ fault }) => fault === null) ?? steps.findLast(({ fault }) => fault !== 'notYet')
  const next = steps.find(({ price, fault }) => fault === 'notYet' && price.endedOn === null)
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

/**
 * The price steps in order of precedence: special price of the place, special price of the company, price by postal code, general
 * price. The first one that applies on the day is taken. Each of the others has the reason why it is not taken.
 */
export function explainPrice({ special, postal, general }: PriceFacts, day: string): PriceStep[] {
  const candidates: Candidate[] = [
    ...specialSteps('place', special.place, day),
    ...specialSteps('company', special.company, day),
    {
      ...undated,
      source: 'postal',
      value: postal.value,
      digit: postal.digit,
      fault: !postal.inUse ? 'notInUse' : postal.value === null ? 'none' : null
    },
    { ...undated, source: 'general', value: general, fault: general === null ? 'none' : null }
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
