/**
 * What is computed from a net price, by the one rule that server and browser share. Amounts are in PLN with two decimals and
 * computed in whole grosze; rates are in percent with up to two decimals.
 */
const toGrosze = (amount: number): number => Math.round(amount * 100)

/** gross = net × (1 + rate/100), rounded half up to the grosz. */
export function grossOf(net: number, vatRate: number): number {
  const hundredths = toGrosze(net) * (10_000 + Math.round(vatRate * 100))
  return Math.floor((hundredths + 5_000) / 10_000) / 100
}

export interface LineValues {
  readonly grossPrice: number
  readonly netValue: number
  readonly grossValue: number
  readonly vatValue: number
}

/**
 * Values of an order line: net price × quantity; the price alone where the quantity is not known yet.
 */
export function valuesOf(netPrice: number, quantity: number | undefined, vatRate: number): LineValues {
  const netValue = quantity === undefined ? netPrice : (toGrosze(netPrice) * quantity) / 100
  const grossValue = grossOf(netValue, vatRate)
  return {
    grossPrice: grossOf(netPrice, vatRate),
    netValue,
    grossValue,
    vatValue: (toGrosze(grossValue) - toGrosze(netValue)) / 100
  }
}
