/**
 * The rule by which a card finds its order. It is careful: a card that may belong to several orders is left to people, because a wrong order would carry
 * the mass of another collection into invoices and records.
 *
 * A card that was made from an order here is that order's. Otherwise an order is the card's if the card's sender is its client, by the tax number,
 * and either its card's number was typed already, or the card has the waste code of the business, the plate of the order's vehicle, and a day at most
 * one day from the one that the order is planned for or was collected on. Of several the nearest day decides. An order that has a card already is out: the next card of a client with daily collections belongs to the next order.
 */
import type { OrderToMatch } from '../orders/public.ts'

/** A card without an order. */
export interface CardToMatch {
  readonly id: number
  readonly number: string | null
  readonly wasteCode: string | null
  readonly taxNumber: string | null
  readonly plate: string | null
  /** The day of the transport, `YYYY-MM-DD`, else the one that it is planned for. */
  readonly day: string | null
  /** Orders from which a person took the card. */
  readonly refused: readonly number[]
  /** The order that the card was made from here; null: none. */
  readonly madeFor: number | null
}

/** How many days the day of a card may be from that of its order. */
export const dayTolerance = 1

const dayMs = 24 * 3_600_000

const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / dayMs

/** Without what people write differently: spaces, hyphens, small letters. */
const bare = (text: string | null): string => (text ?? '').replace(/[\s-]/g, '').toUpperCase()

const isSame = (a: string | null, b: string | null): boolean => bare(a) !== '' && bare(a) === bare(b)

/** The days between the card and the order; undefined where one of them has no day. */
function distance({ day }: CardToMatch, { planned, collected }: OrderToMatch): number | undefined {
  const days = [planned, collected].filter(each => each !== null)
  return day === null || days.length === 0 ? undefined : Math.min(...days.map(each => daysBetween(day, each)))
}

/** The only one of them; undefined where there is none, or there are several. */
const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined)

/**
 * The id of the card's order; undefined where no order is the card's beyond doubt.
 * @param orders without those that have a card
 * @param wasteCode of the business
 */
export function orderOf(card: CardToMatch, orders: readonly OrderToMatch[], wasteCode: string): number | undefined {
  if (card.madeFor !== null && !card.refused.includes(card.madeFor)) return card.madeFor
  const ofClient = orders.filter(({ id, taxNumber }) => isSame(taxNumber, card.taxNumber) && !card.refused.includes(id))
  const typed = only(ofClient.filter(({ kpo }) => isSame(kpo, card.number)))
  if (typed) return typed.id
  if (!isSame(card.wasteCode, wasteCode)) return undefined
  const near = ofClient.flatMap(order => {
    const days = distance(card, order)
    // an order whose card's number was typed has another card
    const isOpen = isSame(order.plate, card.plate) && bare(order.kpo) === ''
    return isOpen && days !== undefined && days <= dayTolerance ? [{ id: order.id, days }] : []
  })
  const nearest = Math.min(...near.map(({ days }) => days))
  return only(near.filter(({ days }) => days === nearest))?.id
}
