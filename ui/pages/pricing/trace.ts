/** Pure functions for the texts that explain a price: the prices that were considered, in order of precedence. */
import { dayOf } from '../../../src/contract/days.ts'
import type { Text } from '../../i18n.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { minuteText } from '../../parts/values/formats.tsx'

/** A price that was considered, as `GET /api/Admin/OrderTypeItems/{id}` returns it. */
export interface PriceStep {
  readonly source: 'place' | 'company' | 'postal' | 'general'
  readonly value: number | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly digit: string | null
  /** Since when a price of the general list is valid; missing: unknown. */
  readonly validFrom?: string
  readonly taken: boolean
  readonly reason: string
}

/** Why an order has its price, as `GET /api/Admin/Orders/{id}/price-reasons` returns it. */
interface PriceReasons {
  readonly netPrice: number
  readonly byStaff: boolean
  readonly user: string | null
  readonly at: string | null
  readonly day: string
  readonly recorded: boolean
  readonly trace: readonly PriceStep[]
}

/** A line of the explanation. */
export interface ExplainedStep {
  readonly key: string
  readonly source: string
  /** Net, in PLN; null if there is no such price. */
  readonly value: number | null
  readonly why: string
  readonly taken: boolean
}

export interface Explanation {
  /** One line: where the price is defined, or that there is none. */
  readonly brief: string
  /** Notes about the moment or the data from which the steps were read. */
  readonly notes: readonly string[]
  readonly steps: readonly ExplainedStep[]
}

/** Where the price is defined: “Cena specjalna punktu odbioru”. */
const sourceOf = (t: Text, { source, digit }: PriceStep): string =>
  source === 'postal' && digit === null
    ? t('pricing.trace.postal.abroad')
    : t(`pricing.trace.${source}`, { digit: digit ?? '–' })

/**
 * Why this price was taken or not. For the price that was taken, also when it is valid.
 * @param isPast whether the steps were worked out later, so that it matters if a price may have been set later, too
 */
function reasonOf(t: Text, { source, reason, dateFrom, dateTo, validFrom, taken }: PriceStep, isPast: boolean): string {
  const days = { from: dayText(dateFrom ?? ''), to: dayText(dateTo ?? '') }
  const why = t(`pricing.trace.${reason}`, days)
  if (!taken) return why
  if (dateFrom && dateTo) return `${why} ${t('pricing.trace.period', days)}`
  if (validFrom) return `${why} ${t('pricing.trace.since', { from: dayText(dayOf(new Date(validFrom))) })}`
  const isListed = source === 'postal' || source === 'general'
  return isPast && isListed ? `${why} ${t('pricing.trace.sinceUnknown')}` : why
}

const stepOf = (t: Text, step: PriceStep, isPast = false): ExplainedStep => ({
  key: `${step.source} ${step.dateFrom ?? ''}`,
  source: sourceOf(t, step),
  value: step.value,
  why: reasonOf(t, step, isPast),
  taken: step.taken
})

/** The steps if staff set the price, so that none of them was taken. */
const overridden = (t: Text, trace: readonly PriceStep[]): ExplainedStep[] =>
  trace.map(step => ({
    ...stepOf(t, step),
    ...(step.taken ? { why: t('pricing.trace.overridden'), taken: false } : {})
  }))

/** The reasons in a value; only steps, if the value is about the price of a new order. */
function reasonsIn(value: unknown): PriceReasons | readonly PriceStep[] | undefined {
  if (Array.isArray(value)) return value.length > 0 ? (value as PriceStep[]) : undefined
  return typeof value === 'object' && value !== null ? (value as PriceReasons) : undefined
}

const isSteps = (reasons: PriceReasons | readonly PriceStep[]): reasons is readonly PriceStep[] =>
  Array.isArray(reasons)

/**
 * The explanation of a value of either kind; undefined while there is none.
 * @param typed the price that a person has typed instead, if any; it counts as set by that person unless it equals that of the steps
 */
export function explanationOf(t: Text, value: unknown, typed?: unknown): Explanation | undefined {
  const reasons = reasonsIn(value)
  if (!reasons) return undefined
  const trace = isSteps(reasons) ? reasons : reasons.trace
  const givenReasons = isSteps(reasons) ? undefined : reasons
  const priceStep = trace.find(step => step.taken)
  const isTyped = typeof typed === 'number'
  const byStaff = isTyped ? typed !== priceStep?.value : (givenReasons?.byStaff ?? false)
  const notes = givenReasons ? notesOf(t, givenReasons) : []
  if (byStaff) {
    const brief = t('pricing.trace.byStaff')
    const staffStep = { key: 'staff', source: brief, taken: true }
    const set = isTyped
      ? { value: typed, why: '' }
      : { value: givenReasons?.netPrice ?? null, why: bylineOf(givenReasons) }
    return { brief, notes, steps: [{ ...staffStep, ...set }, ...overridden(t, trace)] }
  }
  const steps = trace.map(step => stepOf(t, step, givenReasons?.recorded === false))
  if (givenReasons && !givenReasons.recorded && !isTyped) return { brief: t('pricing.trace.notKept'), notes, steps }
  return { brief: priceStep ? sourceOf(t, priceStep) : t('pricing.trace.noPrice'), notes, steps }
}

/** When staff set the price and who did it, as far as it is known. */
const bylineOf = (reasons: PriceReasons | undefined): string =>
  reasons?.at ? [minuteText(reasons.at), reasons.user].filter(Boolean).join(' · ') : ''

function notesOf(t: Text, { at, day, recorded, byStaff }: PriceReasons): string[] {
  // A price that staff set already has its moment beside it.
  const moment = at && !byStaff ? t('pricing.trace.at', { when: minuteText(at) }) : null
  const source = recorded ? moment : t('pricing.trace.now')
  const orderDay = recorded && at ? dayOf(new Date(at)) : dayOf(new Date())
  return [source, day === orderDay ? null : t('pricing.trace.forDay', { day: dayText(day) })].filter(
    note => note !== null
  )
}
