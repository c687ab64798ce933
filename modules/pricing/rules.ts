/** Which price holds, and what follows from it. Pure: no database, no clock. Money is counted in whole grosze. */

export interface PriceCandidates {
  readonly special: { readonly place: number | null; readonly company: number | null }
  readonly postal: number | null
  readonly general: number | null
}

export type PriceSource = 'place' | 'company' | 'postal' | 'general'

export interface ChosenPrice {
  readonly netPrice: number
  readonly source: PriceSource
}

/** Special price of the place, else of the company, else of the postal digit, else the general one; undefined: no price. */
export function choosePrice({ special, postal, general }: PriceCandidates): ChosenPrice | undefined {
  const ladder: [PriceSource, number | null][] = [
    ['place', special.place],
    ['company', special.company],
    ['postal', postal],
    ['general', general]
  ]
  const step = ladder.find(([, price]) => price !== null)
  return step ? { source: step[0], netPrice: step[1] as number } : undefined
}

const toGrosze = (amount: number): number => Math.round(amount * 100)

/** gross = net × (1 + rate/100), rounded half up to the grosz; the rate in percent with up to two decimals. */
export function grossOf(net: number, vatRate: number): number {
  const hundredths = toGrosze(net) * (10_000 + Math.round(vatRate * 100))
  return Math.floor((hundredths + 5_000) / 10_000) / 100
}

export interface OrderValues {
  readonly grossPrice: number
  readonly netValue: number
  readonly grossValue: number
  readonly vatValue: number
}

/** Values of an order line: net price × quantity, for tonnage the per-tonne price alone. */
export function valuesOf(netPrice: number, quantity: number, vatRate: number, perTonne: boolean): OrderValues {
  const netValue = perTonne ? netPrice : (toGrosze(netPrice) * quantity) / 100
  const grossValue = grossOf(netValue, vatRate)
  return {
    grossPrice: grossOf(netPrice, vatRate),
    netValue,
    grossValue,
    vatValue: (toGrosze(grossValue) - toGrosze(netValue)) / 100
  }
}
