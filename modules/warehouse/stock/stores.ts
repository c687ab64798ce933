/**
 * The internal stores as a list, each with its stock level. The containers inside the borders are counted elsewhere (`routes.ts`).
 */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Instant, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'
import { storeBorders, storeNames } from '../fragments.ts'
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
    containersAmount: Type.Integer({ ...Pieces, description: 'by documents' }),
    /** The id of its stock level, whose movements are what the number is made of. */
    levelId: Id,
    /** When it was closed; null while it is open. */
    closedAt: Nullable(Instant),
    isClosed: Type.Boolean(),
    /** Whether it has no containers by documents, and no reservations. */
    isEmpty: Type.Boolean(),
    name: Type.String(),
    position: Position,
    borderPoints: Type.Array(Position),
    latitude: Type.Number({ format: 'degrees' }),
    longitude: Type.Number({ format: 'degrees' }),
    /** The number of corners of the border. */
    corners: Type.Integer({ minimum: 0 }),
    /** The area inside the border, in square metres; null without a border. */
    area: Nullable(Type.Number({ minimum: 0 }))
  }),
  table: 'warehouse.internal_stores',
  alias: 'store',
  joins: { level: 'join warehouse.stock_levels level on level.internal_store_id = store.id' },
  fields: {
    storeName: 'name',
    containersAmount: { sql: 'level.containers_amount', join: 'level' },
    levelId: { sql: 'level.id', join: 'level' },
    isClosed: { sql: 'store.closed_at is not null' },
    isEmpty: { sql: 'level.containers_amount = 0 and level.reserved = 0', join: 'level' },
    position: { sql: degrees('store.latitude', 'store.longitude') },
    borderPoints: {
      sql: `coalesce((select json_agg(${degrees('point.latitude', 'point.longitude')} order by point.position)
        from warehouse.border_points point where point.internal_store_id = store.id), '[]')`
    },
    corners: { sql: '(select count(*) from warehouse.border_points point where point.internal_store_id = store.id)' },
    // A degree of latitude is 111,195 m. Its square converts square degrees into square metres at the equator.
    area: {
      sql: `(select round(area(path(own.border)) * 12364328025 * cos(radians(store.latitude)))
        from (${storeBorders.text}) own where own.id = store.id)`
    }
  },
  named: 'storeName',
  views: {
    list: ['id', 'version', 'storeName', 'containersAmount', 'levelId', 'closedAt', 'isClosed', 'isEmpty'],
    history: ['name', 'latitude', 'longitude', 'corners', 'area']
  },
  filters: {
    // This list has only internal stores. External ones are among the stock levels.
    StoreTypeEnum: filter(EnumOf(StoreType), type => raw(String(type === StoreType.internal))),
    IsClosed: filter(Type.Boolean(), closed => sql`(store.closed_at is not null) = ${closed}`)
  },
  search: [{ key: 'store.id', of: storeNames }],
  sort: 'storeName',
  pageSize: 30
})
