/** What was weighed, as SQL for other modules. */
import { raw, type Sql, sql } from '../../src/kernel/database/sql.ts'

/**
 * A statement of one row about the valid weigh tickets of an order: `kilograms` (of the order's share; null without tickets), `numbers` (separated
 * by commas), `ids`. The order is an SQL expression.
 */
export const ticketMasses = (order: string): Sql =>
  sql`select sum(load.mass)::int as kilograms, string_agg(ticket.number, ', ' order by ticket.id) as numbers,
      coalesce(array_agg(ticket.id order by ticket.id), '{}') as ids
    from weights.loads load join weights.tickets ticket on ticket.id = load.ticket_id
    where load.order_id = ${raw(order)} and ticket.withdrawn_at is null`
