/**
 * The ledger of masses: what was collected from a client, in whole kilograms, and where each of them comes from. Statements are issued from it,
 * and compared with it.
 *
 * An order has one row; or, once the receiver has confirmed each of its transfer cards, a row for each card with the confirmed mass. Until then
 * the mass is that of the order's weigh tickets, and without tickets the tonnes with which it was finished: a part of its cards says nothing of the
 * whole load. Rejected and withdrawn cards do not count. Kilograms are rounded once, where they leave tonnes, so that all sums are sums of the rows.
 */
import { literal, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { type CollectedFrom, collectedMasses } from '../orders/public.ts'
import { cardMasses } from '../waste/public.ts'
import { ticketMasses } from '../weights/public.ts'
import { MassSource } from './schema.ts'

/** What the ledger is read for, as SQL expressions; `wasteCode` is the code of what no card names a code for. */
export interface LedgerOf extends CollectedFrom {
  readonly wasteCode: Sql
}

/** A row of the ledger, as statements keep it. */
export interface LedgerRow {
  readonly orderId: number
  readonly orderNumber: string
  /** The card whose confirmed mass it is. */
  readonly cardId: number | null
  readonly cardNumber: string | null
  readonly ticketIds: number[]
  /** Numbers of the weigh tickets. */
  readonly tickets: string | null
  readonly placeId: number
  readonly place: string
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly wasteCode: string
  /** Of the card; of an order whose cards are not all confirmed the one in which they agree. */
  readonly process: string | null
  readonly kilograms: number
  /** A code of `MassSource`. */
  readonly source: number
}

/** A statement of one row about the cards of an order: `cards, numbers, waste_code, process` (where they agree), `kilograms` (null until all are confirmed). */
export const cardsTogether = (order: string): Sql =>
  sql`select count(*)::int as cards, string_agg(one.number, ', ' order by one.id) as numbers,
      case when count(distinct one.waste_code) = 1 then min(one.waste_code) end as waste_code,
      case when count(one.process) = count(*) and count(distinct one.process) = 1 then min(one.process) end as process,
      case when bool_and(one.kilograms is not null) then sum(one.kilograms)::int end as kilograms
    from (${cardMasses(order)}) one`

/**
 * A statement of the rows: `order_id, order_number, card_id, card_number, ticket_ids, tickets, place_id, place, day, waste_code, process, kilograms,
 * source`.
 */
export const ledger = (of: LedgerOf): Sql => sql`
  select o.id as order_id, o.number as order_number, part.card_id, part.card_number, ticket.ids as ticket_ids, ticket.numbers as tickets,
    o.place_id, o.place, o.day, coalesce(part.waste_code, ${of.wasteCode}) as waste_code, part.process, part.kilograms, part.source
  from (${collectedMasses(of)}) o
    cross join lateral (${ticketMasses('o.id')}) ticket
    cross join lateral (${cardsTogether('o.id')}) card
    cross join lateral (
      select confirmed.id as card_id, confirmed.number as card_number, confirmed.waste_code, confirmed.process, confirmed.kilograms,
        ${literal(MassSource.card)} as source
      from (${cardMasses('o.id')}) confirmed where card.kilograms is not null
      union all
      select null, coalesce(card.numbers, o.kpo), card.waste_code, card.process, coalesce(ticket.kilograms, o.kilograms),
        case when ticket.kilograms is null then ${literal(MassSource.order)} else ${literal(MassSource.tickets)} end
      where card.kilograms is null) part`

/** The ledger of what an issued statement is about, over the alias of its table. */
export const ledgerOfStatement = (alias: string): Sql => {
  const column = (name: string): Sql => raw(`${alias}.${name}`)
  return ledger({
    company: column('company_id'),
    place: column('place_id'),
    firstDay: column('first_day'),
    lastDay: column('last_day'),
    wasteCode: column('waste_code')
  })
}

const compared = raw('order_id, place_id, waste_code, kilograms')

/**
 * A condition over the alias of an issued statement: the ledger has other rows by now, by order, place, code or kilograms. The same rows may
 * stand more than once, when two cards of an order have the same mass.
 */
export const differsFromLedger = (alias: string): Sql => {
  const present = sql`select ${compared} from (${ledgerOfStatement(alias)}) present`
  const issued = sql`select ${compared} from evidence.rows issued where issued.statement_id = ${raw(alias)}.id`
  return sql`exists ((${present} except all ${issued}) union all (${issued} except all ${present}))`
}
