/** Items of order types: SQL that joins and names them, their lists, and what happens when one is removed. */

import { type Language, numberOf } from '../../src/contract/languages.ts'
import type { Reader } from '../../src/kernel/access/caller.ts'
import type { CommandContext } from '../../src/kernel/commands/command.ts'
import { type Database, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint, defineVeto } from '../../src/kernel/extension-points.ts'
import { label } from '../../src/kernel/resources/fields.ts'
import { folded, type TextIndex } from '../../src/kernel/resources/resource.ts'
import { throwCatalogueError } from './errors.ts'
import { OrderType } from './schema.ts'

/** Vetoes against removing an item. */
export const beforeItemRemoval = defineVeto('catalogue.itemRemoval')

/**
 * Called when an item is removed, in the same transaction and before the item is deleted, while it is locked. A module ends what it has of
 * the item, and returns the number.
 */
export const onItemRemoval = defineExtensionPoint<{
  readonly what: 'prices' | 'vehicles'
  end(context: CommandContext, item: { readonly id: number; readonly name: string }): Promise<number>
}>('catalogue.onItemRemoval')

/** Refuses (409) the removal of an item that an order uses. */
export const throwUsedItem = (): never => throwCatalogueError('itemInUse')

/** An SQL expression for an item's name in the language, else in Polish. `alias`: that of catalogue.order_type_items. */
export const itemName = (alias: string, language: Language): Sql =>
  sql`coalesce(${raw(alias)}.names ->> ${String(numberOf(language))}, ${raw(alias)}.name)`

/** An SQL expression for the name of the type whose code the expression gives, in the reader's language. */
export const orderTypeLabel = (expression: string): ((reader: Reader) => Sql) =>
  label(OrderType, expression, new URL('./messages/', import.meta.url)).sql

/** A statement of all items' ids. */
export const itemIds: Sql = raw('select id from catalogue.order_type_items')

/** A statement of the ids of one type's items. */
export const itemIdsOf = (type: number): Sql =>
  sql`select id from catalogue.order_type_items where order_type_id = ${type}`

export const joinItems = (alias: string, on: string): Sql =>
  raw(`join catalogue.order_type_items ${alias} on ${alias}.id = ${on}`)

/** Items by their Polish names, for searches. There are so few that no index is needed. */
export const itemNames: TextIndex = { table: 'catalogue.order_type_items', id: 'id', text: folded('name') }

export interface Item {
  readonly id: number
  readonly name: string
  /** Capacity in tonnes. */
  readonly value: number
  readonly orderTypeId: 1 | 2 | 3
}

const ofTypes = (types: readonly number[] | Sql | undefined): Sql => {
  if (types === undefined) return raw('true')
  return 'text' in types ? sql`i.order_type_id in (${types})` : sql`i.order_type_id = any(${[...types]}::int[])`
}

/** Items in the order of their types and names; with `types`, only those of the given types. */
export const itemsOf = (database: Database, language: Language, types?: readonly number[] | Sql): Promise<Item[]> =>
  query<Item>(
    database,
    sql`select i.id, ${itemName('i', language)} as name, i.value, i.order_type_id as "orderTypeId"
      from catalogue.order_type_items i
      where ${ofTypes(types)}
      order by i.order_type_id, i.value, i.id`
  )

/** Locks items until the transaction ends, so that nobody removes them. Returns the ids of those that exist. */
export async function lockItems(trx: Database, ids: readonly number[]): Promise<number[]> {
  const items = await query<{ id: number }>(
    trx,
    sql`select id from catalogue.order_type_items where id = any(${[...ids]}::int[]) order by id for key share`
  )
  return items.map(({ id }) => id)
}

/** The items of a name in any of their languages, whatever the case of its letters; of one order type, if it is given. */
export const itemsNamed = (database: Database, name: string, orderTypeId: number | null = null) =>
  query<Pick<Item, 'id' | 'orderTypeId'>>(
    database,
    sql`select item.id, item.order_type_id as "orderTypeId" from catalogue.order_type_items item
      where (lower(item.name) = lower(${name}) or exists (
          select from jsonb_each_text(item.names) translated where lower(translated.value) = lower(${name})))
        and (${orderTypeId}::int is null or item.order_type_id = ${orderTypeId}::int)
      order by item.id limit 2`
  )
