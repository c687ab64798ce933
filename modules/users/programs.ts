/**
 * Accounts of programs, which call by API keys. Such an account has a name and a session, and neither a role nor a password: nobody can sign
 * in to it, no list of people shows it, and no rule about people counts it. What it acts as stands in `users.programs`.
 */
import { randomUUID } from 'node:crypto'
import { roles } from '../../src/contract/roles.ts'
import { type NewProgram, programs } from '../../src/kernel/access/api-keys.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { Account, Session } from './models.ts'
import { endSessions, never } from './sessions.ts'

/** Before the name, so that nobody takes a program for a person in history. */
const mark = 'API:'

export const programAccounts = programs.fill({
  async add(trx, { name, companyId, now, expiresAt }: NewProgram) {
    const sessionId = randomUUID()
    const { id: accountId } = await Account.query(trx).insert({
      email: `program-${sessionId}@example.invalid`,
      firstName: mark,
      lastName: name,
      language: 1,
      confirmedAt: now,
      createdAt: now
    })
    const role = companyId === null ? roles.ADMIN : roles.CLIENT_ADMIN
    await query(
      trx,
      sql`insert into users.programs (account_id, role, company_id) values (${accountId}, ${role}, ${companyId})`
    )
    await Session.query(trx).insert({
      id: sessionId,
      accountId,
      policy: companyId === null ? 'office' : 'portal',
      createdAt: now,
      expiresAt: expiresAt ?? never
    })
    return { accountId, sessionId }
  },
  end: (trx, accountId, now) => endSessions(trx, accountId, now)
})
