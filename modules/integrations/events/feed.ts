/** The feed: all events in the order in which they took effect, for programs that ask by themselves. */
import { Type } from '@sinclair/typebox'
import { isStaff } from '../../../src/kernel/access/caller.ts'
import { all, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { allEvents } from '../../../src/kernel/history/events.ts'
import { defineRoute } from '../../../src/kernel/routes/route.ts'
import { throwIntegrationError } from '../errors.ts'
import { placeEvents } from './place.ts'

const maxEvents = 1_000

interface Row {
  readonly id: number
  readonly type: string
  readonly version: number
  readonly at: Date
  readonly data: object
}

export const feedRoute = defineRoute({
  url: '/api/Admin/Events',
  access: ['ADMIN', 'CLIENT_ADMIN'],
  scope: 'events:read',
  summary:
    'Events in their order. The next call gives `next` as `after`; what was read once does not change, and nothing is added before it',
  query: Type.Object({
    after: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '`next` of the call before' })
    ),
    limit: Type.Integer({ minimum: 1, maximum: maxEvents, default: 100 }),
    types: Type.Optional(
      Type.String({ maxLength: 500, description: 'types of events, separated by commas; all by default' })
    )
  }),
  answer: Type.Object({
    data: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/Event' })),
    next: Type.Integer({ minimum: 0 })
  }),
  async run({ services: { db, now, extensions }, caller, query: { after, limit, types } }) {
    const wanted = types
      ?.split(',')
      .map(type => type.trim())
      .filter(Boolean)
    const known = new Set(allEvents.of(extensions).map(({ type }) => type))
    const unknown = wanted?.find(type => !known.has(type))
    if (unknown !== undefined) throwIntegrationError('unknownEvent', { params: { type: unknown } })
    await placeEvents(db, now())
    const feed = await queryOne<{ last: number; dropped: number }>(
      db,
      sql`select last_place::float8 as last, dropped_place::float8 as dropped from integrations.feed`
    )
    const { last = 0, dropped = 0 } = feed ?? {}
    // without a place, or from 0 on, the feed begins with what it has
    if (after && after < dropped) throwIntegrationError('eventsGone')
    const conditions = all([
      sql`place > ${after ?? 0} and place <= ${last}`,
      isStaff(caller) ? undefined : sql`company_id = ${caller.companyId}`,
      wanted && sql`type = any(${wanted}::text[])`
    ])
    const rows = await query<Row>(
      db,
      sql`select place::float8 as id, type, version, at, data from kernel.events where ${conditions} order by place limit ${limit}`
    )
    const data = rows.map(({ id, type, version, at, data }) => ({
      id,
      type,
      version,
      timestamp: at.toISOString(),
      data
    }))
    return { data, next: rows.length < limit ? Math.max(last, after ?? 0) : (rows.at(-1)?.id ?? 0) }
  }
})
