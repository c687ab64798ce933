/** How far the register was read, by place and role: for administrators, the bell and the metrics. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { PollKind, PollRow, PollState } from './schema.ts'

/** Over the alias `poll`: not read for an hour, or never since it is known. */
export const lateSql = `(coalesce(poll.read_at, poll.created_at) < now() - interval '1 hour')`

const stateSql = `(case when ${lateSql} then ${PollState.late} when poll.problem is not null then ${PollState.failing}
  when poll.page is not null then ${PollState.reading} else ${PollState.read} end)`

export const polls = defineResource({
  type: 'waste.poll',
  title: 'list of the waste register',
  titles: 'lists of the waste register',
  path: '/api/Admin/TransferCardPolls',
  serves: ['list', 'item'],
  access: ['ADMIN'],
  schema: PollRow,
  table: 'waste.polls',
  alias: 'poll',
  fields: {
    state: { sql: stateSql },
    waiting: {
      sql: `(select count(*) from waste.cards card where card.is_due and case poll.kind when ${PollKind.carrier}
        then card.carrier_eup = poll.place when ${PollKind.receiver} then card.receiver_eup = poll.place end)::int`
    }
  },
  filters: { Late: filter(Type.Boolean(), wanted => (wanted ? raw(lateSql) : sql`not ${raw(lateSql)}`)) },
  named: { sql: `coalesce(poll.place_name, '')` },
  sort: 'placeName'
})
