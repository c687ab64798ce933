/** What validators look for among cards and the orders that they belong to: statements of orders, with `id, since, place_id`. */
import { literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { completedOrders, joinOrder } from '../orders/public.ts'
import { CardState } from './cards/schema.ts'
import { EntryState } from './records/schema.ts'

/** Withdrawn and rejected cards say nothing of what was collected. */
const counts = (card: string): Sql =>
  sql`${raw(card)}.state not in (${literal(CardState.withdrawn)}, ${literal(CardState.rejected)})`

/**
 * Orders completed since an instant, and more than so many days ago, that no card belongs to; not those collected before the first transport whose card
 * is known, because their cards were never read.
 */
export const ordersWithoutCard = ({
  now,
  days,
  since
}: {
  readonly now: Date
  readonly days: number
  readonly since: Date
}): Sql => sql`
  select o.id, o.finished_at as since, o.place_id from (${completedOrders(since)}) o
  where o.finished_at < ${now}::timestamptz - make_interval(days => ${days})
    and o.finished_at >= (select min(planned_at) from waste.cards)
    and not exists (select from waste.cards card where card.order_id = o.id and card.state <> ${literal(CardState.withdrawn)})`

/** The difference in percent above which the tonnes of an order and of its cards are another mass. */
const leastPercent = 2

/** Completed orders whose cards say together another mass than the order: `order_tonnes, card_tonnes` besides. A received mass counts before a declared one. */
export const ordersOfOtherMass = (): Sql => sql`
  select o.id, o.finished_at as since, o.reception_place_id as place_id, o.tonnage::float8 as order_tonnes, cards.tonnes::float8 as card_tonnes
  from (select card.order_id, sum(coalesce(card.received_mass, card.revised_mass, card.mass)) as tonnes,
      bool_and(coalesce(card.received_mass, card.revised_mass, card.mass) is not null) as are_all_known
    from waste.cards card where card.order_id is not null and ${counts('card')} group by card.order_id) cards
    ${joinOrder('o', 'cards.order_id')}
  where o.finished_at is not null and o.tonnage is not null and cards.are_all_known
    and abs(o.tonnage - cards.tonnes) > ${literal(leastPercent)} / 100.0 * cards.tonnes`

/**
 * Orders with a card that has waited for more than so many days for the business to confirm it: the receipt since the transport began, the transport
 * since the receipt. `since` is the earliest of them.
 */
export const ordersToConfirm = ({ now, days }: { readonly now: Date; readonly days: number }): Sql => sql`
  select o.id, min(card.since) as since, o.reception_place_id as place_id
  from (select order_id, case when state = ${literal(CardState.received)} then coalesce(received_at, modified_at)
      else coalesce(transported_at, planned_at, modified_at) end as since
    from waste.cards where to_confirm and order_id is not null) card
    ${joinOrder('o', 'card.order_id')}
  where card.since < ${now}::timestamptz - make_interval(days => ${days})
  group by o.id, o.reception_place_id`

/**
 * Orders with a card that the business has received since an instant, and more than so many days ago, and that is not entered in its record; `since` is
 * the earliest receipt of them.
 */
export const ordersWithoutEntry = ({
  now,
  days,
  since
}: {
  readonly now: Date
  readonly days: number
  readonly since: Date
}): Sql => sql`
  select o.id, min(card.received_at) as since, o.reception_place_id as place_id
  from waste.cards card ${joinOrder('o', 'card.order_id')}
  where card.state in (${literal(CardState.received)}, ${literal(CardState.transported)}) and card.receiver_eup is not null
    and card.received_at >= ${since} and card.received_at < ${now}::timestamptz - make_interval(days => ${days})
    and not exists (select from waste.entries entry where entry.card_id = card.id and entry.state = ${literal(EntryState.entered)})
  group by o.id, o.reception_place_id`
