/** Pure: what the price list says beside a price that is agreed. */
import type { Text } from '../../i18n.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { decimalText } from '../../parts/values/numbers.ts'

/** The general prices of an item, in PLN net. */
export interface ListedPrice {
  readonly priceValue: number | null
  readonly lowestPrice: number | null
  readonly highestPrice: number | null
  readonly plannedFrom: string | null
  readonly plannedPrice: number | null
}

/** `o 7,7% mniej`, or nothing where it is the same or cannot be said. */
function differenceText(t: Text, listed: number, agreed: unknown): string {
  if (typeof agreed !== 'number' || listed === 0 || agreed === listed) return ''
  const percent = decimalText(Math.abs(Math.round(((agreed - listed) / listed) * 1000) / 10), 1)
  return t(agreed < listed ? 'pricing.compare.less' : 'pricing.compare.more', { percent })
}

/**
 * `w cenniku 650,00 zł, o 7,7% mniej · od 01.01.2027: 700,00 zł`.
 * @param price undefined: the list does not have the item
 * @param agreed what is typed; anything but a number is compared with nothing
 */
export function compareText(
  t: Text,
  money: (value: number) => string,
  price: ListedPrice | undefined,
  agreed: unknown
): string {
  const { lowestPrice: from, highestPrice: to, plannedFrom, plannedPrice } = price ?? {}
  const isListed = typeof from === 'number' && typeof to === 'number'
  const now = !isListed
    ? t('pricing.compare.none')
    : from === to
      ? [t('pricing.compare.list', { price: money(from) }), differenceText(t, from, agreed)].filter(Boolean).join(', ')
      : t('pricing.compare.range', { from: money(from), to: money(to) })
  if (!plannedFrom || typeof plannedPrice !== 'number') return now
  return `${now} · ${t('pricing.compare.planned', { day: dayText(plannedFrom), price: money(plannedPrice) })}`
}
