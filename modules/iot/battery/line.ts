/** The voltage of a container's battery over time, reduced to as many values as a line of some hundred pixels can show. */
import { Type } from '@sinclair/typebox'
import { dayMs } from '../../../src/contract/days.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ListResponse } from '../../../src/kernel/routes/route.ts'
import { Instant } from '../../../src/kernel/schema.ts'
import { containers } from '../containers/resource.ts'

const maxValues = 200
/** The shortest interval of a value in seconds: shorter ones would often have no reading. */
const shortestTime = 900

export const batteryRoute = defineRoute({
  url: '/IoT/container/:id/battery',
  access: containers.access,
  summary:
    'A container’s battery over time, oldest first: medians of equal times, at most 201; with days, of the last so many',
  query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 36_500 })) }),
  replica: true,
  answer: ListResponse(Type.Object({ at: Instant, volts: Type.Number({ format: 'volts', minimum: 0 }) })),
  run: async ({ services: { db, now }, caller, id, query: { days } }) => {
    if (!(await exists(db, containers, id, caller))) throwProblem('notFound')
    const since = days && new Date(now().getTime() - days * dayMs)
    const first = await queryOne<{ ts: Date | null }>(
      db,
      since
        ? sql`select min(ts) as ts from iot.readings where container_id = ${id} and ts >= ${since}`
        : sql`select min(ts) as ts from iot.readings where container_id = ${id}`
    )
    if (!first?.ts) return { data: [], total: 0 }
    const seconds = Math.max(shortestTime, Math.ceil((now().getTime() - first.ts.getTime()) / 1000 / maxValues))
    const data = await query<{ at: Date; volts: number }>(
      db,
      sql`select min(ts) as at, round(percentile_cont(0.5) within group (order by battery)::numeric, 3)::float8 as volts
        from iot.readings
        where container_id = ${id} and ts >= ${first.ts} and battery is not null
        group by date_bin(make_interval(secs => ${seconds}::int), ts, ${first.ts}::timestamptz) order by 1`
    )
    return { data, total: data.length }
  }
})
