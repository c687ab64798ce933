/**
 * The bell of the portal: what a client was told of, whatever it has switched off of e-mail and SMS. The words are kept as they were told;
 * of each person the newest, for some weeks.
 */
import { Type } from '@sinclair/typebox'
import { defineAction } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { isoInstant } from '../../src/kernel/database/text.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineRoute, ListResponse } from '../../src/kernel/routes/route.ts'
import { Id } from '../../src/kernel/schema.ts'
import { happened } from './news/letter.ts'
import type { News } from './news/source.ts'
import { OwnNews } from './schema.ts'

/** How many entries a person keeps, and for how many days. */
export const maxOwnNews = 30
const keptDays = 60

/** Adds what a person is told now, and removes what is too old or too much. */
export async function addToBell(trx: Database, accountId: number, told: readonly News[], now: Date): Promise<void> {
  if (told.length === 0) return
  const entries = told.map(news => ({ title: news.title, text: happened(news), path: news.path }))
  await query(
    trx,
    sql`insert into notifications.own_news (account_id, title, text, path, at)
      select ${accountId}, entry.title, entry.text, entry.path, ${now}
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (title text, text text, path text)`
  )
  await query(
    trx,
    sql`delete from notifications.own_news where account_id = ${accountId} and (
      at < ${new Date(now.getTime() - keptDays * 86_400_000)} or id not in (
        select id from notifications.own_news where account_id = ${accountId} order by id desc limit ${maxOwnNews}))`
  )
}

export const ownBell = defineRoute({
  url: '/api/Notifications/own',
  access: ['CLIENT_ADMIN', 'CLIENT'],
  summary: 'What the caller was told of, newest first; the total is how much of it is not read',
  answer: ListResponse(OwnNews),
  async run({ services, caller }) {
    const data = await query<{ isRead: boolean }>(
      services.db,
      sql`select id, title, text, path, ${isoInstant(raw('at'))} as at, read_at is not null as "isRead"
        from notifications.own_news where account_id = ${caller.accountId} order by id desc limit ${maxOwnNews}`
    )
    return { data, total: data.filter(({ isRead }) => !isRead).length }
  }
})

const form = defineForm({
  schema: Type.Object({ upTo: Id }),
  messagePrefix: 'notifications.own',
  fields: { upTo: { control: 'hidden' } }
})

/** Marks what the caller has seen: what came meanwhile stays unread. */
export const readOwnNews = defineAction({
  name: 'notifications.readOwnNews',
  call: 'PUT /api/Notifications/own/read',
  wire: { summary: 'Mark what the caller was told of as read, up to an entry' },
  access: { CLIENT_ADMIN: { form }, CLIENT: { form } },
  answer: Type.Object({ unread: Type.Integer({ minimum: 0 }) }),
  async run({ trx, now, caller = throwProblem('unauthorized') }, { upTo }) {
    await query(
      trx,
      sql`update notifications.own_news set read_at = ${now}
        where account_id = ${caller.accountId} and id <= ${upTo} and read_at is null`
    )
    const left = await queryOne<{ unread: number }>(
      trx,
      sql`select count(*)::int as unread from notifications.own_news
        where account_id = ${caller.accountId} and read_at is null`
    )
    return { unread: left?.unread ?? 0 }
  }
})
