/** The internal stores as a list, each with its level. What stands inside their borders is another count (`routes.ts`). */
import { Type } from '@sinclair/typebox'
import { raw } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Version } from '../../../src/kernel/schema.ts'
import { storeNames } from '../public.ts'
import { StoreType } from './schema.ts'

export const internalStores = defineResource({
  type: 'warehouse.internalStore',
  title: 'internal store',
  path: '/api/Admin/Stores',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    storeName: Type.String(),
    containersAmount: Type.Integer({ minimum: 0 })
  }),
  table: 'warehouse.internal_stores',
  alias: 'store',
  joins: { level: 'join warehouse.stock_levels level on level.internal_store_id = store.id' },
  fields: {
    storeName: 'name',
    containersAmount: { sql: 'level.containers_amount', join: 'level' }
  },
  filters: {
    // This list has internal stores only; external ones are among the stock levels.
    StoreTypeEnum: filter(EnumOf(StoreType), type => raw(String(type === StoreType.internal)))
  },
  search: [{ key: 'store.id', text: 'store.name', of: storeNames }],
  sort: 'storeName',
  pageSize: 30
})
