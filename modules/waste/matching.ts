/** Gives cards without an order theirs, by the rule of `match.ts`. */
import { addDays } from '../../src/contract/days.ts'
import { runAsSystem } from '../../src/kernel/commands/system.ts'
import { literal, query, raw, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import type { Services } from '../../src/kernel/services.ts'
import { type OrderToMatch, ordersToMatch } from '../orders/public.ts'
import { matchByRule } from './cards/commands.ts'
import { CardState } from './cards/schema.ts'
import { type CardToMatch, dayTolerance, orderOf } from './match.ts'

/** How long a card is tried again: its order may be planned or finished later. */
const triedForDays = 30
/** Cards of one run, the newest: far more than a business has in a month without an order. */
const maxCards = 2_000

/** The cards that have no order, of the last days. */
const waitingCards = ({ db, now }: Services): Promise<CardToMatch[]> =>
  query<CardToMatch>(
    db,
    sql`select id, number, waste_code as "wasteCode", sender_tax_number as "taxNumber", plate, refused_orders as refused,
        to_char(${raw(businessDay('coalesce(transported_at, planned_at)'))}, 'YYYY-MM-DD') as day,
        (select draft.order_id from waste.drafts draft where draft.register_id = card.register_id order by draft.id limit 1) as "madeFor"
      from waste.cards card where lacks_order and read_at is not null and sender_tax_number is not null
        and modified_at >= ${now()}::timestamptz - make_interval(days => ${literal(triedForDays)})
      order by modified_at desc, id desc limit ${literal(maxCards)}`
  )

/** The orders that the cards may belong to, without those that have a card already. */
async function openOrders({ db }: Services, cards: readonly CardToMatch[]): Promise<OrderToMatch[]> {
  const days = cards.flatMap(({ day }) => (day === null ? [] : [day])).sort()
  const [first = '0001-01-01', last = first] = [days[0], days.at(-1)]
  const candidates = ordersToMatch({
    taxNumbers: [...new Set(cards.flatMap(({ taxNumber }) => taxNumber ?? []))],
    numbers: cards.flatMap(({ number }) => number ?? []),
    from: addDays(first, -dayTolerance),
    to: addDays(last, dayTolerance)
  })
  return query<OrderToMatch>(
    db,
    sql`select candidate.* from (${candidates}) candidate where not exists (
      select from waste.cards taken where taken.order_id = candidate.id and taken.state <> ${CardState.withdrawn})`
  )
}

/** @returns how many cards have an order now */
export async function matchWaiting(services: Services): Promise<number> {
  const cards = (await waitingCards(services)).toSorted((a, b) => a.id - b.id)
  if (cards.length === 0) return 0
  const open = new Map<string, OrderToMatch[]>()
  for (const order of await openOrders(services, cards)) {
    const key = order.taxNumber ?? ''
    open.set(key, [...(open.get(key) ?? []), order])
  }
  const found = new Map<number, number>()
  for (const card of cards) {
    const key = card.taxNumber ?? ''
    const orders = open.get(key) ?? []
    const orderId = orderOf(card, orders, services.settings.wasteCode)
    if (orderId === undefined) continue
    found.set(card.id, orderId)
    open.set(
      key,
      orders.filter(({ id }) => id !== orderId)
    )
  }
  if (found.size === 0) return 0
  const matched = await runAsSystem(services, matchByRule, [...found.keys()], found)
  return matched.length
}
