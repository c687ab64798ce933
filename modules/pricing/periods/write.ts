/** Reads and writes the periods of an item's prices. Whoever changes them has locked the item's row of `pricing.priced_items`. */
import { dayOf } from '../../../src/contract/days.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { type Database, join, query, queryOne, type Sql, sql } from '../../../src/kernel/database/sql.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { PricedItem, PricePeriod } from '../models.ts'
import type { Period, PeriodChanges } from './rules.ts'

/** An instant as a text of the length that `rules.ts` compares. */
const text = (instant: Sql): Sql => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** All periods of an item, also those that are over. */
export const periodsOf = (database: Database, itemId: number): Promise<Period[]> =>
  query<Period>(
    database,
    sql`select id, digit, value, postal_code_prices as "postalCodePrices",
        ${text(sql`valid_from`)} as "validFrom", ${text(sql`valid_to`)} as "validTo"
      from pricing.price_periods where order_type_item_id = ${itemId} order by id`
  )

/**
 * The instant of a change: now, but always after the last change, so that each price is valid for a time, however little. Two changes
 * may come within a millisecond, or from two processes whose clocks differ.
 */
export async function changeInstant({ trx, now }: CommandContext, itemId: number): Promise<string> {
  const found = await queryOne<{ at: string }>(
    trx,
    sql`select ${text(after(now))} as at from pricing.priced_items item where item.order_type_item_id = ${itemId}`
  )
  if (!found) throw new Error(`The item ${itemId} has no prices`)
  return found.at
}

const after = (now: Date): Sql => sql`greatest(${now}::timestamptz, item.changed_at + interval '1 microsecond')`

/**
 * Begins the prices of an item that has none, also of one whose prices were withdrawn, and locks its row.
 * @returns the instant of the change; undefined if the item has prices
 */
export async function beginPrices({ trx, now }: CommandContext, itemId: number): Promise<string | undefined> {
  const begun = await queryOne<{ at: string }>(
    trx,
    sql`insert into pricing.priced_items as item (order_type_item_id, created_at, changed_at) values (${itemId}, ${now}, ${now})
      on conflict (order_type_item_id) do update set ended_at = null, changed_at = ${after(now)} where item.ended_at is not null
      returning ${text(sql`changed_at`)} as at`
  )
  return begun?.at
}

/** The instant at which a day in Warsaw (`YYYY-MM-DD`) begins. */
async function instantOfDay(trx: Database, day: string): Promise<string> {
  const found = await queryOne<{ at: string }>(trx, sql`select ${text(startOfDay(day))} as at`)
  return found?.at ?? ''
}

/** An instant of the application's clock, as `rules.ts` compares it. */
export const textOfInstant = (instant: Date): string => instant.toISOString().replace('Z', '000Z')

/** When a change that is made at an instant takes effect: with a later day (`YYYY-MM-DD`), or else at once. */
export async function beginningOf(
  { trx, now }: { readonly trx: Database; readonly now: Date },
  at: string,
  day: string | null | undefined
): Promise<string> {
  const later = day && day > dayOf(now) ? await instantOfDay(trx, day) : at
  return later > at ? later : at
}

/** Notes that an item's prices were changed at an instant (`changeInstant`), or all withdrawn. */
export const markChanged = ({ trx }: CommandContext, itemId: number, at: string, withdrawn = false) =>
  PricedItem.query(trx)
    .findById(itemId)
    .patch({ changedAt: at, endedAt: withdrawn ? at : null })

/** Writes changes of an item's periods, in the order that the exclusion constraint accepts: what ends or does not begin makes room. */
export async function writeChanges(
  { trx, accountId }: CommandContext,
  itemId: number,
  { removed, moved, added }: PeriodChanges
): Promise<void> {
  await PricePeriod.query(trx)
    .delete()
    .findByIds([...removed])
  if (moved.length > 0)
    await query(
      trx,
      sql`update pricing.price_periods period set valid_to = moved.valid_to
        from (values ${join(
          moved.map(({ id, validTo }) => sql`(${id}::int, ${validTo}::timestamptz)`),
          ', '
        )}) moved(id, valid_to)
        where period.id = moved.id`
    )
  if (added.length > 0)
    await PricePeriod.query(trx).insert(
      added.map(period => ({ ...period, orderTypeItemId: itemId, changedBy: accountId }))
    )
}
