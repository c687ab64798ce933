import { Type } from '@sinclair/typebox'
import { dayMs } from '../../src/contract/days.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import type { Caller } from '../../src/kernel/access/caller.ts'
import { query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { isoInstant } from '../../src/kernel/database/text.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { allRows, maxRows } from '../../src/kernel/limits.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import { defineRoute, ListResponse } from '../../src/kernel/routes/route.ts'
import type { Services } from '../../src/kernel/services.ts'
import { leftJoinStore } from '../warehouse/public.ts'
import { batteryRoute } from './battery/line.ts'
import { containers } from './containers/resource.ts'
import { custodyRoute } from './custody/pages.ts'
import { pointsRoute } from './map.ts'
import { containerRoute, pictureRoute } from './photos/routes.ts'
import { placeRoutes } from './places/pages.ts'
import { ContainerStatus, StatusOption, StayRow, StoreVisit } from './schema.ts'
import { serviceRoundRoute } from './service/round.ts'
import { presentRoundRoute } from './service/rounds.ts'

const readers = ['ADMIN', 'SERVICE_TECHNICAN'] as const
const maxStays = 10_000

const instant = (column: string) => isoInstant(raw(column))

async function requireContainer({ db }: Services, id: number, caller: Caller): Promise<void> {
  if (!(await exists(db, containers, id, caller))) throwProblem('notFound')
}

export const routes = [
  pointsRoute,
  containerRoute,
  pictureRoute,
  batteryRoute,
  serviceRoundRoute,
  presentRoundRoute,
  ...placeRoutes,
  custodyRoute,
  defineRoute({
    url: '/IoT/container/:id/history',
    access: readers,
    scope: 'containers:read',
    summary: 'Where a container stood, oldest first; with days, only what reaches into the last so many',
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })) }),
    replica: true,
    answer: ListResponse(StayRow),
    run: async ({ services, caller, id, query: { days }, reply }) => {
      await requireContainer(services, id, caller)
      reply.type('application/json; charset=utf-8')
      const from = days && new Date(services.now().getTime() - days * dayMs)
      // stays do not overlap: of those that began before the period, only the last one can reach into it
      const since = from
        ? sql`and y.last_ts >= ${from} and y.first_ts >= coalesce((select max(b.first_ts) from iot.stays b
            where b.container_id = ${id} and b.first_ts <= ${from}), ${from})`
        : raw('')
      const answer = await queryOne<{ body: string }>(
        services.db,
        sql`select json_build_object('data', coalesce(json_agg(to_jsonb(r) - 'total' order by r."firstActiveDate"), '[]'),
            'total', coalesce(max(r.total), 0))::text as body
          from (select y.id, ${instant('y.first_ts')} as "firstActiveDate", ${instant('y.last_ts')} as "lastActiveDate",
              y.latitude, y.longitude, s.name as "internalStoreName", count(*) over () as total
            from iot.stays y ${leftJoinStore('s', 'y.store_id')}
            where y.container_id = ${id} ${since} order by y.first_ts desc limit ${maxStays}) r`
      )
      return answer?.body
    }
  }),
  defineRoute({
    url: '/api/Admin/GpsDevice/:id/internal-store/history',
    access: readers,
    summary: 'A container’s times in internal stores, newest first',
    replica: true,
    answer: ListResponse(StoreVisit),
    run: async ({ services, caller, id }) => {
      await requireContainer(services, id, caller)
      const data = await query(
        services.db,
        sql`select v.id, s.name as "internalStoreName", ${instant('v.first_ts')} as "firstGpsUTCDate",
            ${instant('v.last_ts')} as "lastGpsUTCDate"
          from iot.store_visits v ${leftJoinStore('s', 'v.store_id')}
          where v.container_id = ${id} order by v.last_ts desc limit ${maxRows}`
      )
      return allRows(data)
    }
  }),
  defineRoute({
    url: '/api/Admin/GpsDevice/statuses',
    access: readers,
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
