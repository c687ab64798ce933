/** The stock levels of all holders, and their movements, for reading. `ledger.ts` writes them. */
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import {
  leftJoinCompany,
  leftJoinPlace,
  placeAddress,
  placeAddresses,
  placesByCompanyName
} from '../../companies/public.ts'
import { leftJoinStore, storeNames } from '../fragments.ts'
import { StockLevel, StockMovement, StoreType } from './schema.ts'

/** The condition of each type of store, over the alias `level`. */
const isOfType: { readonly [T in keyof typeof StoreType & string]: string } = {
  internal: 'level.internal_store_id is not null',
  external: 'level.reception_place_id is not null',
  inTransit: 'level.internal_store_id is null and level.reception_place_id is null'
}

const storeType = `case when ${isOfType.internal} then ${StoreType.internal}
  when ${isOfType.external} then ${StoreType.external} else ${StoreType.inTransit} end`

const conditionOf = (type: number): string =>
  isOfType[(Object.keys(isOfType) as (keyof typeof isOfType)[]).find(name => StoreType[name] === type) ?? 'inTransit']

const holder = {
  store: leftJoinStore('store', 'level.internal_store_id'),
  place: leftJoinPlace('place', 'level.reception_place_id'),
  company: { sql: leftJoinCompany('company', 'place.company_id'), after: 'place' }
}

const holderFields = {
  storeType: { sql: storeType },
  storeName: { sql: 'coalesce(store.name, company.name)', join: ['store', 'company'] as const },
  receptionPlaceName: {
    sql: placeAddress('place'),
    join: 'place' as const,
    sort: ['place.city', 'place.street', 'place.id']
  }
}

export const stockLevels = defineResource({
  type: 'warehouse.stockLevel',
  title: 'stock level',
  path: '/api/Admin/Stores/stock-levels',
  // The history has only repairs of the level. Documents are among the movements.
  access: ['ADMIN'],
  schema: StockLevel,
  table: 'warehouse.stock_levels',
  alias: 'level',
  joins: holder,
  fields: {
    ...holderFields,
    isClosed: { sql: 'coalesce(store.closed_at is not null, false)', join: 'store' },
    free: { sql: 'level.containers_amount - level.reserved' }
  },
  named: 'storeName',
  filters: { StoreTypeEnum: filter(EnumOf(StoreType), type => raw(conditionOf(type))) },
  search: [
    { key: 'level.internal_store_id', of: storeNames },
    { key: 'level.reception_place_id', of: placeAddresses },
    { key: 'level.reception_place_id', of: placesByCompanyName }
  ],
  sort: '-containersAmount',
  pageSize: 30
})

export const stockMovements = defineResource({
  type: 'warehouse.stockMovement',
  title: 'stock movement',
  path: '/api/Admin/Stores/movements',
  serves: ['list'],
  access: ['ADMIN'],
  schema: StockMovement,
  table: 'warehouse.stock_movements',
  alias: 'movement',
  joins: {
    document: 'join warehouse.documents document on document.id = movement.document_id',
    level: 'join warehouse.stock_levels level on level.id = movement.level_id',
    store: { sql: holder.store, after: 'level' },
    place: { sql: holder.place, after: 'level' },
    company: holder.company
  },
  fields: {
    ...holderFields,
    storeType: { sql: storeType, join: 'level' },
    documentNumber: joined('document', 'number'),
    documentType: joined('document', 'document_type'),
    documentStatus: joined('document', 'document_status')
  },
  filters: {
    DocumentId: filter(Id, id => sql`movement.document_id = ${id}`),
    LevelId: filter(Id, id => sql`movement.level_id = ${id}`)
  },
  sort: '-id'
})

/** Sends a hint to browsers, so that those which show these levels read them again. */
export function hintAboutLevels({ hint }: Pick<CommandContext, 'hint'>, levelIds: readonly number[]): void {
  if (levelIds.length === 0) return
  hint(stockLevels.type, levelIds)
  hint(stockMovements.type, levelIds)
}
