/**
 * How a load is shared among the orders that it was collected for. Masses that people name count as they are; the others share what is left,
 * by what was ordered, in whole kilograms that add up to it exactly (the largest remainders get the odd ones).
 */
import { OrderType } from '../../catalogue/schema.ts'

export interface OrderedPart {
  readonly orderId: number
  /** Kilograms that a person named; null: a share of what is left. */
  readonly mass: number | null
  /** The kind of order, and how many tonnes, vehicles or containers were ordered. */
  readonly orderTypeId: number
  readonly quantity: number
}

export interface Share {
  readonly orderId: number
  readonly mass: number
}

export type Shared =
  | { readonly kind: 'shared'; readonly shares: readonly Share[]; readonly rest: number }
  | { readonly kind: 'moreThanLoad'; readonly named: number }
  /** No kilogram is left for some order without a mass. */
  | { readonly kind: 'nothingLeft' }
  /** Orders by the tonne and by the piece have nothing by which they could be compared. */
  | { readonly kind: 'massesMissing' }

/** @param net kilograms of the load */
export function sharesOf(net: number, parts: readonly OrderedPart[]): Shared {
  const named = parts.reduce((sum, { mass }) => sum + (mass ?? 0), 0)
  if (named > net) return { kind: 'moreThanLoad', named }
  const open = parts.filter(({ mass }) => mass === null)
  const left = net - named
  if (!areComparable(open)) return { kind: 'massesMissing' }
  const among = divide(
    left,
    open.map(({ quantity }) => quantity)
  )
  if (among.includes(0)) return { kind: 'nothingLeft' }
  const masses = new Map(open.map(({ orderId }, at) => [orderId, among[at] ?? 0]))
  return {
    kind: 'shared',
    shares: parts.map(({ orderId, mass }) => ({ orderId, mass: mass ?? masses.get(orderId) ?? 0 })),
    rest: open.length > 0 ? 0 : left
  }
}

const areComparable = (open: readonly OrderedPart[]): boolean =>
  open.length < 2 ||
  (new Set(open.map(({ orderTypeId }) => orderTypeId)).size === 1 &&
    open.every(({ quantity, orderTypeId }) => quantity > 0 || orderTypeId !== OrderType.tonnage))

/** Whole numbers that add up to the whole, in the proportions of the weights. */
function divide(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, one) => all + one, 0)
  const exact = weights.map(one => (sum > 0 ? (whole * one) / sum : whole / weights.length))
  const floors = exact.map(Math.floor)
  const odd = whole - floors.reduce((all, one) => all + one, 0)
  const byRemainder = exact
    .map((value, at) => ({ at, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at)
  const more = new Set(byRemainder.slice(0, odd).map(({ at }) => at))
  return floors.map((floor, at) => floor + (more.has(at) ? 1 : 0))
}
