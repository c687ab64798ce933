/** The internal stores as a list, each with its level. What stands inside their borders is another count (`routes.ts`). */
import { Type } from '@sinclair/typebox'
import { raw } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'
import { storeBorders, storeNames } from '../public.ts'
import { Position } from '../schema.ts'
import { StoreType } from './schema.ts'

const degrees = (latitude: string, longitude: string): string =>
  `json_build_object('latitude', round((${latitude})::numeric, 6), 'longitude', round((${longitude})::numeric, 6))`

export const internalStores = defineResource({
  type: 'warehouse.internalStore',
  title: 'internal store',
  path: '/api/Admin/Stores',
  itemPath: '/api/Admin/Stores/internal/:id',
  historyPath: '/api/Admin/Stores/internal/:id/history',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    storeName: Type.String(),
    containersAmount: Pieces,
    name: Type.String(),
    position: Position,
    borderPoints: Type.Array(Position),
    latitude: Type.Number({ format: 'degrees' }),
    longitude: Type.Number({ format: 'degrees' }),
    /** How many corners the border has. */
    corners: Type.Integer({ minimum: 0 }),
    /** Of the border, in square metres; null without one. */
    area: Nullable(Type.Number({ minimum: 0 }))
  }),
  table: 'warehouse.internal_stores',
  alias: 'store',
  joins: { level: 'join warehouse.stock_levels level on level.internal_store_id = store.id' },
  fields: {
    storeName: 'name',
    containersAmount: { sql: 'level.containers_amount', join: 'level' },
    position: { sql: degrees('store.latitude', 'store.longitude') },
    borderPoints: {
      sql: `coalesce((select json_agg(${degrees('point.latitude', 'point.longitude')} order by point.position)
        from warehouse.border_points point where point.internal_store_id = store.id), '[]')`
    },
    corners: { sql: '(select count(*) from warehouse.border_points point where point.internal_store_id = store.id)' },
    // degrees are widest at the equator: 111,195 m, squared
    area: {
      sql: `(select round(area(path(own.border)) * 12364328025 * cos(radians(store.latitude)))
        from (${storeBorders.text}) own where own.id = store.id)`
    }
  },
  named: 'storeName',
  views: {
    list: ['id', 'version', 'storeName', 'containersAmount'],
    history: ['name', 'latitude', 'longitude', 'corners', 'area']
  },
  filters: {
    // This list has internal stores only; external ones are among the stock levels.
    StoreTypeEnum: filter(EnumOf(StoreType), type => raw(String(type === StoreType.internal)))
  },
  search: [{ key: 'store.id', text: 'store.name', of: storeNames }],
  sort: 'storeName',
  pageSize: 30
})
