/** The ladder of prices in words: what each rung says of itself. Pure. */
import type { Text } from '../../i18n.ts'
import { dayText } from '../../parts/values/formats.tsx'

/** A rung as `GET /api/Admin/OrderTypeItems/{id}` tells it. */
export interface PriceStep {
  readonly source: 'place' | 'company' | 'postal' | 'general'
  readonly value: number | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly digit: string | null
  readonly taken: boolean
  readonly reason: string
}

/** Whose price it is: “Cena specjalna punktu odbioru”. */
export const sourceOf = (t: Text, { source, digit }: PriceStep): string =>
  t(`pricing.trace.${source}`, { digit: digit ?? '–' })

/** From when until when, or '' for a price without days. */
export const periodOf = (t: Text, { dateFrom, dateTo }: PriceStep): string =>
  dateFrom && dateTo ? t('pricing.trace.period', { from: dayText(dateFrom), to: dayText(dateTo) }) : ''

/** Why it is taken, or why not. */
export const reasonOf = (t: Text, { reason, dateFrom, dateTo }: PriceStep): string =>
  t(`pricing.trace.${reason}`, { from: dayText(dateFrom ?? ''), to: dayText(dateTo ?? '') })

/** The whole answer in one line: whose price was taken, or that there is none; undefined while nothing has been asked. */
export function briefOf(t: Text, steps: readonly PriceStep[] | undefined): string | undefined {
  if (!steps) return undefined
  const taken = steps.find(step => step.taken)
  return taken ? sourceOf(t, taken) : t('pricing.trace.noPrice')
}

/** What a form holds, as steps: anything else is nothing. */
export const stepsIn = (value: unknown): readonly PriceStep[] | undefined =>
  Array.isArray(value) && value.length > 0 ? (value as PriceStep[]) : undefined
