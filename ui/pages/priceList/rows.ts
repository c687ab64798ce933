/** Pure: the rows of the public price list, for all regions or for one. */
import type { Reads } from '../../answers.ts'

export type PriceListAnswer = Reads['/api/Admin/Prices/grouped-prices']
export type Group = PriceListAnswer['data'][number]
type Item = Group['items'][number]

export interface PriceRow {
  readonly key: string
  readonly name: string
  /** The first digits of the postal codes to which the price applies; empty if it applies everywhere. */
  readonly digits: readonly string[]
  readonly netPrice: number
  readonly grossPrice: number
}

/** The rows of an item: one for each different price, with all regions that have it, sorted by price. */
function rowsOfItem(
  { orderTypeItemId, orderTypeItemName: name, prices }: Item,
  region: string | undefined
): PriceRow[] {
  const regionPrices = prices.filter(({ postalCodePrefix: digit }) => !region || digit === null || digit === region)
  const different = regionPrices.filter(
    ({ netPrice }, at) => regionPrices.findIndex(price => price.netPrice === netPrice) === at
  )
  return different
    .map(({ netPrice, grossPrice }) => {
      const same = regionPrices.filter(price => price.netPrice === netPrice)
      const digits = same.flatMap(({ postalCodePrefix }) => postalCodePrefix ?? [])
      const isEverywhere = digits.length === prices.length
      return { key: `${orderTypeItemId} ${netPrice}`, name, digits: isEverywhere ? [] : digits, netPrice, grossPrice }
    })
    .toSorted((a, b) => a.netPrice - b.netPrice)
}

/** @param region the first digit of a postal code; undefined for all */
export const rowsOf = ({ items }: Group, region: string | undefined): PriceRow[] =>
  items.flatMap(item => rowsOfItem(item, region))

/** `2x-xxx, 3x-xxx` */
export const patternOf = (digits: readonly string[]): string => digits.map(digit => `${digit}x-xxx`).join(', ')
