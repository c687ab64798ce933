/** The sessions of an account: one's own, and those of others for administrators; and the commands that end one or all of them. */
import { type Static, Type } from '@sinclair/typebox'
import { defineAction, defineCommand } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineRoute, ListResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Instant, Nullable } from '../../src/kernel/schema.ts'
import { Account, Session } from './models.ts'
import { accounts } from './resource.ts'
import { deviceName } from './rules.ts'
import { SignedOut } from './schema.ts'
import { endSessions } from './sessions.ts'

const SessionId = Type.String({ pattern: '^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$', maxLength: 36 })

export const SessionRow = Type.Object({
  id: Type.String({ description: 'of the session; it opens nothing' }),
  device: Nullable(Type.String({ description: 'browser and system, as far as they are known' })),
  address: Nullable(Type.String()),
  seenDate: Instant,
  createdDate: Instant,
  isCurrent: Type.Boolean({ description: 'the session of this call' })
})

/** The most sessions that are listed, the latest first. */
const most = 200

async function sessionsOf(database: Database, accountId: number, current: string, now: Date) {
  const found = await query<Static<typeof SessionRow>>(
    database,
    sql`select id, device, address, coalesce(seen_at, created_at) as "seenDate", created_at as "createdDate",
        id = ${current}::uuid as "isCurrent"
      from users.sessions where account_id = ${accountId} and ended_at is null and expires_at > ${now}
      order by coalesce(seen_at, created_at) desc, id limit ${most}`
  )
  const data = found.map(session => ({ ...session, device: deviceName(session.device) }))
  return { data, total: data.length }
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
  access: { signedIn: { form: defineForm({ schema: Type.Object({ id: SessionId }), messagePrefix: 'users' }) } },
  answer: SignedOut,
  summary: 'End one of the own sessions',
  async run({ trx, caller, now }, { id }) {
    const { accountId } = caller ?? throwProblem('unauthorized')
    const ended = await Session.query(trx)
      .patch({ endedAt: now })
      .where({ id, account_id: accountId })
      .whereNull('ended_at')
    if (ended === 0) throwProblem('notFound')
    return { signedOut: true } as const
  }
})

/** Ends all sessions of an account, or the named one. */
export const endSessionsOfUser = defineCommand(accounts, {
  name: 'users.endSessions',
  call: 'POST /api/Admin/Users/:id/sessions/end',
  icon: 'sign-out',
  tone: 'danger',
  confirm: true,
  access: {
    ADMIN: {
      form: defineForm({ schema: Type.Object({ sessionId: Type.Optional(SessionId) }), omit: ['sessionId'] })
    }
  },
  async run({ trx, now }, { id }, { sessionId }) {
    if (sessionId === undefined) return endSessions(trx, id, now)
    const ended = await Session.query(trx).patch({ endedAt: now }).where({ id: sessionId, account_id: id })
    if (ended === 0) throwProblem('notFound')
  }
})
