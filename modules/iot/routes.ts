import { Type } from '@sinclair/typebox'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { HistoryEntry, historyOf } from '../../src/kernel/history/timeline.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { pointsRoute } from './map.ts'
import { containerRows } from './rows.ts'
import { Container, ContainerStatus, StatusOption, StayRow, StoreVisit } from './schema.ts'

const seers = ['ADMIN', 'SERVICE_TECHNICAN'] as const
const day = 86_400_000
const maxStays = 10_000

const instant = (column: string) => raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

export const routes = [
  pointsRoute,
  defineListRoute({
    url: '/IoT/containers-list',
    access: seers,
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
    access: seers,
    summary: 'One container with its photos',
    answer: ItemResponse(Container),
    run: async ({ services, caller, id }) => {
      const container = orNotFound(await readOne(services.db, containerRows, id, caller))
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
    access: seers,
    summary: 'Where a container stood, oldest first; with days, only what reaches into the last so many',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })) }),
    answer: ListResponse(StayRow),
    run: async ({ services, caller, id, query: { days }, reply }) => {
      orNotFound(await readOne(services.db, containerRows, id, caller))
      reply.type('application/json; charset=utf-8')
      const since = days ? sql`and y.last_ts >= ${new Date(services.now().getTime() - days * day)}` : raw('')
      const answer = await queryOne<{ body: string }>(
        services.db,
        sql`select json_build_object('data', coalesce(json_agg(to_jsonb(r) - 'total' order by r."firstActiveDate"), '[]'),
            'total', coalesce(max(r.total), 0))::text as body
          from (select y.id, ${instant('y.first_ts')} as "firstActiveDate", ${instant('y.last_ts')} as "lastActiveDate",
              y.latitude, y.longitude, s.name as "internalStoreName", count(*) over () as total
            from iot.stays y ${raw(leftJoinStore('s', 'y.store_id'))}
            where y.container_id = ${id} ${since} order by y.first_ts desc limit ${maxStays}) r`
      )
      return answer?.body
    }
  }),
  defineRoute({
    url: '/IoT/container/:id/changes',
    access: seers,
    summary: 'What was changed of a container, newest first',
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, containerRows, id, caller))
      return historyOf(services, containerRows, id, caller)
    }
  }),
  defineRoute({
    url: '/api/Admin/GpsDevice/:id/internal-store/history',
    access: seers,
    summary: 'A container’s times in internal stores, newest first',
    answer: ListResponse(StoreVisit),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, containerRows, id, caller))
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
    access: seers,
    summary: 'The statuses of containers, in the caller’s language',
    answer: ListResponse(StatusOption),
    run: async ({ services, caller }) => {
      const { name: vocabulary, members } = metadataOf(ContainerStatus)
      const data = members.map(({ code, name }) => ({
        gpsDeviceStatus: code,
        description: services.messages.say(caller.language, `${vocabulary}.${name}`)
      }))
      return { data, total: data.length }
    }
  })
]
