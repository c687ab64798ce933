import { Type } from '@sinclair/typebox'
import { faceOf } from '../../src/contract/vocabulary.ts'
import { readOne } from '../../src/kernel/reading.ts'
import { defineListRoute, defineRoute, found, Many, Single } from '../../src/kernel/routes.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/sql.ts'
import { HistoryEntry, historyOf } from '../../src/kernel/timeline.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { pointsRoute } from './map.ts'
import { containerRows } from './rows.ts'
import { Container, ContainerStatus, StatusOption, StayRow, StoreVisit } from './schema.ts'

const seers = ['ADMIN', 'SERVICE_TECHNICAN'] as const
const day = 86_400_000
const staysMost = 10_000

const instant = (column: string) => raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

export const routes = [
  pointsRoute,
  defineListRoute({
    url: '/IoT/containers-list',
    for: seers,
    summary: 'Containers',
    rows: containerRows,
    sort: 'containerNumber',
    sortable: [
      'containerNumber',
      'closestReceptionPlaceAddress',
      'serNo',
      'lastActiveDate',
      'internalStoreName',
      'status',
      'currentBatteryStatus',
      'assignedInternalStoreName'
    ]
  }),
  defineRoute({
    url: '/IoT/container/:id',
    for: seers,
    summary: 'One container with its photos',
    answer: Single(Container),
    run: async ({ services, caller, id }) => {
      const container = found(await readOne(services.db, containerRows, id, caller))
      const photos = await query(
        services.db,
        sql`select id, blob_file_name as "blobFileName", original_file_name as "originalFileName",
            ${instant('created_at')} as "createdDate"
          from iot.photos where container_id = ${id} order by created_at desc, id desc limit 1000`
      )
      return { data: { ...container, photos } }
    }
  }),
  defineRoute({
    url: '/IoT/container/:id/history',
    for: seers,
    summary: 'Where a container stood, oldest first; with days, only what reaches into the last so many',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })) }),
    answer: Many(StayRow),
    run: async ({ services, caller, id, query: { days }, reply }) => {
      found(await readOne(services.db, containerRows, id, caller))
      reply.type('application/json; charset=utf-8')
      const since = days ? sql`and y.last_ts >= ${new Date(services.now().getTime() - days * day)}` : raw('')
      const answer = await queryOne<{ body: string }>(
        services.db,
        sql`select json_build_object('data', coalesce(json_agg(to_jsonb(r) - 'total' order by r."firstActiveDate"), '[]'),
            'total', coalesce(max(r.total), 0))::text as body
          from (select y.id, ${instant('y.first_ts')} as "firstActiveDate", ${instant('y.last_ts')} as "lastActiveDate",
              y.latitude, y.longitude, s.name as "internalStoreName", count(*) over () as total
            from iot.stays y ${raw(leftJoinStore('s', 'y.store_id'))}
            where y.container_id = ${id} ${since} order by y.first_ts desc limit ${staysMost}) r`
      )
      return answer?.body
    }
  }),
  defineRoute({
    url: '/IoT/container/:id/changes',
    for: seers,
    summary: 'What was changed of a container, newest first',
    answer: Many(HistoryEntry),
    run: async ({ services, caller, id }) => {
      found(await readOne(services.db, containerRows, id, caller))
      return historyOf(services, containerRows, id, caller)
    }
  }),
  defineRoute({
    url: '/api/Admin/GpsDevice/:id/internal-store/history',
    for: seers,
    summary: 'A container’s times in internal stores, newest first',
    answer: Many(StoreVisit),
    run: async ({ services, caller, id }) => {
      found(await readOne(services.db, containerRows, id, caller))
      const data = await query(
        services.db,
        sql`select v.id, s.name as "internalStoreName", ${instant('v.first_ts')} as "firstGpsUTCDate",
            ${instant('v.last_ts')} as "lastGpsUTCDate"
          from iot.store_visits v ${raw(leftJoinStore('s', 'v.store_id'))}
          where v.container_id = ${id} order by v.last_ts desc limit 1000`
      )
      return { data, total: data.length }
    }
  }),
  defineRoute({
    url: '/api/Admin/GpsDevice/statuses',
    for: seers,
    summary: 'The statuses of containers, in the caller’s language',
    answer: Many(StatusOption),
    run: async ({ services, caller }) => {
      const { name, words } = faceOf(ContainerStatus)
      const data = words.map(({ code, word }) => ({
        gpsDeviceStatus: code,
        description: services.messages.say(caller.language, `${name}.${word}`)
      }))
      return { data, total: data.length }
    }
  })
]
