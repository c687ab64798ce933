/** The catalogue's door: what an item is called, and which items there are. */

import { type Language, numberOf } from '../../src/contract/languages.ts'
import { type Database, query, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { throwCatalogueError } from './errors.ts'

/** What a higher module says when an item cannot be removed, because an order names it (409). */
export const refuseUsedItem = (): never => throwCatalogueError('itemInUse')

/** The item's name in the language, else in Polish; `alias` is that of catalogue.order_type_items. */
export const itemName = (alias: string, language: Language): Sql =>
  sql`coalesce(${raw(alias)}.names ->> ${String(numberOf(language))}, ${raw(alias)}.name)`

export const joinItems = (alias: string, on: string): string =>
  `join catalogue.order_type_items ${alias} on ${alias}.id = ${on}`

export interface Item {
  readonly id: number
  readonly name: string
  /** Capacity in tonnes. */
  readonly value: number
  readonly orderTypeId: 1 | 2 | 3
}

/** Items in the order of their types and names; with `types`, only those of the given types. */
export const itemsOf = (database: Database, language: Language, types?: readonly number[]): Promise<Item[]> =>
  query<Item>(
    database,
    sql`select i.id, ${itemName('i', language)} as name, i.value, i.order_type_id as "orderTypeId"
      from catalogue.order_type_items i
      where ${types ? sql`i.order_type_id = any(${[...types]}::int[])` : raw('true')}
      order by i.order_type_id, i.value, i.id`
  )
