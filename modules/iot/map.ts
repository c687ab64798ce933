/** The map: two pages of one part, the call that gives it all its containers, and the channel that moves them. */
import { Type } from '@sinclair/typebox'
import type { Settings } from '../../config/settings.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse } from '../../src/kernel/http/route.ts'
import { definePartPage } from '../../src/kernel/metadata/pages.ts'
import { defineChannel } from '../../src/kernel/realtime/channel.ts'
import { ContainerPoint, type PositionDelta } from './schema.ts'

const readers = ['ADMIN', 'SERVICE_TECHNICAN'] as const

export interface MapData {
  /** Null: no tile server is set, and the browser draws its own outline. */
  readonly tiles: { readonly url: string; readonly attribution: string } | null
}

const data = ({ mapTilesUrl, mapTilesAttribution }: Settings): MapData => ({
  tiles: mapTilesUrl ? { url: mapTilesUrl, attribution: mapTilesAttribution } : null
})

const onMap = { group: 'store', part: 'map', access: readers, data } as const

export const mapPages = [
  definePartPage({ id: 'iot.map', route: '/store/map', place: 5, ...onMap }),
  definePartPage({ id: 'iot.containerMap', route: '/store/container/map', inMenu: false, ...onMap })
]

/** Containers of which a reading has arrived, at most four times a second. */
export const positions = defineChannel<PositionDelta>('iot.positions', readers)

/** PostgreSQL writes the text of all points; nothing of it is parsed here. */
export const pointsRoute = defineRoute({
  url: '/IoT/containers',
  access: readers,
  summary: 'Every container that has a position, for the map',
  answer: ItemResponse(Type.Object({ list: Type.Array(ContainerPoint) })),
  run: async ({ services, reply }) => {
    reply.type('application/json; charset=utf-8')
    const answer = await queryOne<{ body: string }>(
      services.db,
      sql`select '{"data":{"list":' || coalesce(json_agg(r)::text, '[]') || '}}' as body from (
        select id, container_number as "containerNumber", latitude, longitude, status, battery as "currentBatteryLevel",
          battery_status as "currentBatteryStatus",
          to_char(last_active_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastActiveDate"
        from iot.containers where latitude is not null) r`
    )
    return answer?.body
  }
})
