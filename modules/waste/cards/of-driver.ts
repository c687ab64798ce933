/** The cards that a driver finds at the stops of the day, with the address of the confirmation, which the phone keeps. */
import { isOneOf, query, sql } from '../../../src/kernel/database/sql.ts'
import { cardsOfStops, type StopCard } from '../../driver/public.ts'
import { hasRegister } from '../enabled.ts'
import { CardState, withConfirmation } from './schema.ts'

interface Row extends Omit<StopCard, 'pdf'> {
  readonly orderId: number
  /** Grows with each change in the register. */
  readonly changed: string
}

/** The address names the change of the card, so that a phone fetches a confirmation anew once it is another one. */
const pdfOf = ({ id, state, changed }: Row): string | null =>
  withConfirmation.some(one => one === state) ? `/api/Driver/cards/${id}/confirmation?state=${changed}` : null

export const cardsOfDriver = cardsOfStops.fill(async ({ db, settings }, orderIds) => {
  const cards = new Map<number, StopCard[]>()
  if (!hasRegister(settings) || orderIds.length === 0) return cards
  const rows = await query<Row>(
    db,
    sql`select card.order_id as "orderId", card.id, card.number, card.state,
        (extract(epoch from card.modified_at) * 1000)::bigint::text as changed
      from waste.cards card
      where card.order_id = any(${[...orderIds]}::int[]) and not ${isOneOf('card.state', [CardState.withdrawn])}
      order by card.order_id, card.number, card.id`
  )
  for (const row of rows) {
    const { orderId, id, number, state } = row
    cards.set(orderId, [...(cards.get(orderId) ?? []), { id, number, state, pdf: pdfOf(row) }])
  }
  return cards
})
