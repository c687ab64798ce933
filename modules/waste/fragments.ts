/** What the transfer cards say of masses, as SQL for other modules. */
import { isOneOf, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { businessDay } from '../../src/kernel/resources/fields.ts'
import { CardState } from './cards/schema.ts'

const { planned, approved, confirmationGenerated, received, transported } = CardState
const stands = isOneOf('card.state', [planned, approved, confirmationGenerated, received, transported])

/** Whole kilograms that the receiver has confirmed; null until then. Cards are in megagrams with four decimals. */
const confirmedKilograms = raw('round(card.received_mass * 1000)::int')

/**
 * A statement of the cards of an order that were neither rejected nor withdrawn: `id, number, waste_code, process, kilograms` (confirmed by the
 * receiver, or null). The order is an SQL expression.
 */
export const cardMasses = (order: string): Sql =>
  sql`select card.id, card.number, card.waste_code, card.process, ${confirmedKilograms} as kilograms from waste.cards card
    where card.order_id = ${raw(order)} and ${stands}`

/**
 * A statement of one row about the confirmed cards without an order that a sender has handed over in a period: `cards, kilograms`. Tax number and
 * days are SQL expressions.
 */
export const strayCardMasses = (taxNumber: string, firstDay: string, lastDay: string): Sql =>
  sql`select count(*)::int as cards, coalesce(sum(${confirmedKilograms}), 0)::int as kilograms from waste.cards card
    where card.lacks_order and ${stands} and card.received_mass is not null and card.sender_tax_number = ${raw(taxNumber)}
      and ${raw(businessDay('coalesce(card.transported_at, card.planned_at)'))} between ${raw(firstDay)} and ${raw(lastDay)}`
