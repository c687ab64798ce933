/** The sessions of an account: one's own, and those of others for administrators; and the commands that end one or all of them. */
import { type Static, Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { defineAction, defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineRoute, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Instant, Nullable } from '../../src/kernel/schema.ts'
import { Account, Session } from './models.ts'
import { forget, isBrowserOf } from './remembered/browsers.ts'
import { accounts } from './resource.ts'
import { deviceName, rememberedMs } from './rules.ts'
import { SignedOut } from './schema.ts'
import { endSessions } from './sessions.ts'

const SessionId = Type.String({ pattern: '^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$', maxLength: 36 })

export const SessionRow = Type.Object({
  id: Type.String({ description: 'of the session; it opens nothing' }),
  device: Nullable(Type.String({ description: 'browser and system, as far as they are known' })),
  address: Nullable(Type.String()),
  seenDate: Instant,
  createdDate: Instant,
  staysUntil: Nullable(
    Type.String({ format: 'date-time', description: 'of a browser that stays signed in: until when, if it is used' })
  ),
  isCurrent: Type.Boolean({ description: 'the session, or browser, of this call' })
})

/** The most sessions that are listed, the latest first. */
const maxSessions = 200

async function sessionsOf(database: Database, accountId: number, current: string, now: Date) {
  const found = await query<Static<typeof SessionRow>>(
    database,
    sql`select id, device, address, "seenDate", "createdDate", "staysUntil", "isCurrent" from (
        select id, device, address, coalesce(seen_at, created_at) as "seenDate", created_at as "createdDate",
          null::timestamptz as "staysUntil", id = ${current}::uuid as "isCurrent"
        from users.sessions where account_id = ${accountId} and ended_at is null and expires_at > ${now} and remembered_id is null
        union all
        select b.id, b.device, b.address,
          greatest(b.seen_at, (select max(s.seen_at) from users.sessions s where s.remembered_id = b.id)), b.created_at,
          least(b.expires_at, b.seen_at + ${rememberedMs} * interval '1 millisecond'),
          exists (select from users.sessions s where s.id = ${current}::uuid and s.remembered_id = b.id)
        from users.remembered b where b.account_id = ${accountId} and b.ended_at is null and b.expires_at > ${now}
          and b.seen_at > ${new Date(now.getTime() - rememberedMs)}
      ) open order by "seenDate" desc, id limit ${maxSessions}`
  )
  const data = found.map(session => ({ ...session, device: deviceName(session.device) }))
  return { data, total: data.length }
}

/** Ends a session of the account, or forgets its browser of that id. Returns whether there was one. */
async function endOne(trx: Knex.Transaction, accountId: number, id: string, now: Date): Promise<boolean> {
  const mine = { id, account_id: accountId }
  if ((await Session.query(trx).patch({ endedAt: now }).where(mine).whereNull('ended_at')) > 0) return true
  if (!(await isBrowserOf(trx, accountId, id))) return false
  await forget(trx, id, now)
  return true
}

export const sessionRoutes = [
  defineRoute({
    url: '/api/Authorization/sessions',
    access: ['signedIn'],
    summary: 'Where the caller is signed in, the latest first',
    answer: ListResponse(SessionRow),
    run: ({ services, caller }) => sessionsOf(services.db, caller.accountId, caller.sessionId, services.now())
  }),
  defineRoute({
    url: '/api/Admin/Users/:id/sessions',
    access: ['ADMIN'],
    summary: 'Where an account is signed in, the latest first',
    answer: ListResponse(SessionRow),
    run: async ({ services, caller, id }) => {
      orNotFound(await Account.query(services.db).findById(id).select('id'))
      return sessionsOf(services.db, id, caller.sessionId, services.now())
    }
  })
]

export const endOwnSession = defineAction({
  name: 'users.endOwnSession',
  call: 'POST /api/Authorization/sessions/end',
  wire: { summary: 'End one of the own sessions' },
  access: { signedIn: { form: defineForm({ schema: Type.Object({ id: SessionId }), messagePrefix: 'users' }) } },
  answer: SignedOut,
  async run({ trx, caller, now }, { id }) {
    const { accountId } = caller ?? throwProblem('unauthorized')
    if (!(await endOne(trx, accountId, id, now))) throwProblem('notFound')
    return { signedOut: true } as const
  }
})

/** Ends all sessions of an account, or the named one. */
export const endSessionsOfUser = defineCommand(accounts, {
  name: 'users.endSessions',
  call: 'POST /api/Admin/Users/:id/sessions/end',
  access: {
    ADMIN: {
      form: defineForm({ schema: Type.Object({ sessionId: Type.Optional(SessionId) }), omit: ['sessionId'] })
    }
  },
  ui: { icon: 'sign-out', tone: 'danger', confirm: true },
  async run({ trx, now }, { id }, { sessionId }) {
    if (sessionId === undefined) return endSessions(trx, id, now)
    if (!(await endOne(trx, id, sessionId, now))) throwProblem('notFound')
  }
})
