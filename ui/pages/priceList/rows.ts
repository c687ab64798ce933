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
  /** What it becomes with the next change, where that is known. */
  readonly next: Item['prices'][number]['next']
}

/** The rows of an item: one for each different price, with all regions that have it, sorted by price. */
function rowsOfItem(
  { orderTypeItemId, orderTypeItemName: name, prices }: Item,
  region: string | undefined
): PriceRow[] {
  const regionPrices = prices.filter(({ postalCodePrefix: digit }) => !region || digit === null || digit === region)
  const keyOf = ({ netPrice, next }: Item['prices'][number]): string =>
    [orderTypeItemId, netPrice, ...(next ? [next.validFrom, next.netPrice] : [])].join(' ')
  const different = regionPrices.filter(
    (one, at) => regionPrices.findIndex(price => keyOf(price) === keyOf(one)) === at
  )
  return different
    .map(one => {
      const { netPrice, grossPrice, next } = one
      const same = regionPrices.filter(price => keyOf(price) === keyOf(one))
      const digits = same.flatMap(({ postalCodePrefix }) => postalCodePrefix ?? [])
      const isEverywhere = digits.length === prices.length
      return { key: keyOf(one), name, digits: isEverywhere ? [] : digits, netPrice, grossPrice, next }
    })
    .toSorted((a, b) => a.netPrice - b.netPrice)
}

/** @param region the first digit of a postal code; undefined for all */
export const rowsOf = ({ items }: Group, region: string | undefined): PriceRow[] =>
  items.flatMap(item => rowsOfItem(item, region))

/** The region of a postal code of Poland, or of its beginning: the first digit. Undefined while there is none. */
export const regionOf = (postalCode: string): string | undefined => /\d/.exec(postalCode)?.[0]

/** `2x-xxx, 3x-xxx` */
export const patternOf = (digits: readonly string[]): string => digits.map(digit => `${digit}x-xxx`).join(', ')
