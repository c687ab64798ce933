/** The texts that explain a price: the prices that were looked up, in their order of precedence. Pure functions. */
import type { Text } from '../../i18n.ts'
import { dayText } from '../../parts/values/formats.tsx'

/** A price that was looked up, as `GET /api/Admin/OrderTypeItems/{id}` returns it. */
export interface PriceStep {
  readonly source: 'place' | 'company' | 'postal' | 'general'
  readonly value: number | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly digit: string | null
  readonly taken: boolean
  readonly reason: string
}

/** Where the price is defined: “Cena specjalna punktu odbioru”. */
export const sourceOf = (t: Text, { source, digit }: PriceStep): string =>
  t(`pricing.trace.${source}`, { digit: digit ?? '–' })

/** The days in which the price is valid, or '' for a price without dates. */
export const periodOf = (t: Text, { dateFrom, dateTo }: PriceStep): string =>
  dateFrom && dateTo ? t('pricing.trace.period', { from: dayText(dateFrom), to: dayText(dateTo) }) : ''

/** Why this price was taken, or was not. */
export const reasonOf = (t: Text, { reason, dateFrom, dateTo }: PriceStep): string =>
  t(`pricing.trace.${reason}`, { from: dayText(dateFrom ?? ''), to: dayText(dateTo ?? '') })

/** One line for the whole: where the price that was taken is defined, or that there is none; undefined without steps. */
export function briefOf(t: Text, steps: readonly PriceStep[] | undefined): string | undefined {
  if (!steps) return undefined
  const taken = steps.find(step => step.taken)
  return taken ? sourceOf(t, taken) : t('pricing.trace.noPrice')
}

/** The form field's value as steps, or undefined for anything else. */
export const stepsIn = (value: unknown): readonly PriceStep[] | undefined =>
  Array.isArray(value) && value.length > 0 ? (value as PriceStep[]) : undefined
