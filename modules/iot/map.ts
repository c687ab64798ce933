/** The map: its two pages, the call with all containers, and the live channel of their positions. */

import { Type } from '@sinclair/typebox'
import { type MapType, mapTypes } from '../../config/map-types.ts'
import type { Settings } from '../../config/settings.ts'
import { queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { isoInstant } from '../../src/kernel/database/text.ts'
import { definePartPage } from '../../src/kernel/pages/pages.ts'
import { defineChannel } from '../../src/kernel/realtime/channel.ts'
import { defineRoute, ItemResponse } from '../../src/kernel/routes/route.ts'
import { editContainer } from './containers/commands.ts'
import { ContainerPoint, type PositionDelta } from './schema.ts'
import { addStore, closeStoreCommand, editStore } from './stores/commands.ts'

const readers = ['ADMIN', 'SERVICE_TECHNICAN'] as const

export interface MapData {
  /** The kinds of map tiles, the default first. Without any, the map draws its own outline of the countries. */
  readonly mapTypes: readonly MapType[]
}

const data = (settings: Settings): MapData => ({ mapTypes: mapTypes(settings) })

const onMap = {
  group: 'store',
  part: 'map',
  access: readers,
  data,
  commands: [editContainer, addStore, editStore, closeStoreCommand]
} as const

export const mapPages = [
  definePartPage({ id: 'iot.map', route: '/store/map', goKey: 'm', place: 5, ...onMap }),
  definePartPage({ id: 'iot.containerMap', route: '/store/container/map', inMenu: false, ...onMap })
]

/** The live channel of containers that have sent a reading; at most four messages a second. */
export const positions = defineChannel<PositionDelta>('iot.positions', readers)

/**
 * Coordinates rounded to six decimals (a tenth of a metre), because more digits would make the answer of many points longer
 * without use.
 */
const degrees = (column: string): string => `trim_scale(round(${column}::numeric, 6))`

/** PostgreSQL writes the JSON of all points, which is sent as text without parsing it. */
export const pointsRoute = defineRoute({
  url: '/IoT/containers',
  access: readers,
  scope: 'containers:read',
  summary: 'Every container that has a position, for the map',
  replica: true,
  answer: ItemResponse(Type.Object({ list: Type.Array(ContainerPoint) })),
  run: async ({ services, reply }) => {
    reply.type('application/json; charset=utf-8')
    const answer = await queryOne<{ body: string }>(
      services.db,
      sql`select '{"data":{"list":' || coalesce(json_agg(r)::text, '[]') || '}}' as body from (
        select id, container_number as "containerNumber", ${raw(degrees('latitude'))} as latitude,
          ${raw(degrees('longitude'))} as longitude, status, battery as "currentBatteryLevel",
          battery_status as "currentBatteryStatus",
          ${isoInstant(raw('last_active_at'))} as "lastActiveDate"
        from iot.containers where latitude is not null) r`
    )
    return answer?.body
  }
})
