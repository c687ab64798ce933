/** What the cards of an order say of it, for the form by which it is finished. */
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { type CardOfOrder, cardOfOrder } from '../orders/public.ts'
import { CardState } from './cards/schema.ts'

/** Withdrawn and rejected cards say nothing of what was collected. */
export const finishByCard = cardOfOrder.fill(async (database, orderId) => {
  const found = await queryOne<CardOfOrder & { readonly cards: number }>(
    database,
    sql`select count(*)::int as cards, string_agg(number, ', ' order by number) as number,
        case when bool_and(received_mass is not null) then sum(received_mass)::float8 end as received,
        case when bool_and(coalesce(received_mass, revised_mass, mass) is not null)
          then sum(coalesce(received_mass, revised_mass, mass))::float8 end as declared
      from waste.cards where order_id = ${orderId} and state not in (${CardState.withdrawn}, ${CardState.rejected})`
  )
  if (!found || found.cards === 0) return undefined
  const { number, received, declared } = found
  return { number, received, declared }
})
