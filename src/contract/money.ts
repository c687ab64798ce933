/**
 * What is computed from a net price, by the one rule that server and browser share. Amounts are in PLN with two decimals and
 * computed in whole grosze; rates are in percent with up to two decimals.
 */
const inHundredths = (value: number): number => Math.round(value * 100)

/** A product of whole numbers, divided by a power of ten and rounded half up. Exact, because it can exceed what a float holds. */
const dividedProduct = (first: number, second: number, divisor: number): number =>
  Number((2n * BigInt(first) * BigInt(second) + BigInt(divisor)) / (2n * BigInt(divisor)))

/** gross = net × (1 + rate/100), rounded half up to the grosz. */
export const grossOf = (net: number, vatRate: number): number =>
  dividedProduct(inHundredths(net), 10_000 + inHundredths(vatRate), 10_000) / 100

export interface LineValues {
  readonly grossPrice: number
  readonly netValue: number
  readonly grossValue: number
  readonly vatValue: number
}

/**
 * Values of an order line: net price × quantity, which may be tonnes with up to two decimals, rounded half up to the grosz; the price
 * alone where the quantity is not known yet.
 */
export function valuesOf(netPrice: number, quantity: number | undefined, vatRate: number): LineValues {
  const netValue =
    quantity === undefined ? netPrice : dividedProduct(inHundredths(netPrice), inHundredths(quantity), 100) / 100
  const grossValue = grossOf(netValue, vatRate)
  return {
    grossPrice: grossOf(netPrice, vatRate),
    netValue,
    grossValue,
    vatValue: (inHundredths(grossValue) - inHundredths(netValue)) / 100
  }
}
