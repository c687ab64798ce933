/**
 * The second step of a sign-in by an identity provider: the code of the account's own second factor. The sign-in waits for five minutes under
 * a ticket, for the browser that began it; wrong codes are counted as at every sign-in.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { isOffice } from '../../../src/contract/roles.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwUserError } from '../errors.ts'
import { Account } from '../models.ts'
import type { Policy } from '../rules.ts'
import { Token } from '../schema.ts'
import { consume, factorOf, prove } from '../second-factor/factor.ts'
import { Code } from '../second-factor/schema.ts'
import { openSession, tokenFor } from '../sessions.ts'

const waitMs = 5 * 60_000

export const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const CodeAsked = Type.Object({
  ticket: Type.String({ description: 'the account asks for its own code: to be sent with it to …/external/code' })
})

interface Waiting {
  readonly accountId: number
  readonly policy: Policy
  readonly binder: string
}

/** Keeps the sign-in until the code comes. */
export async function waitForCode(
  trx: Knex.Transaction,
  { accountId, policy, binder }: Waiting,
  now: Date
): Promise<Static<typeof CodeAsked>> {
  const ticket = randomBytes(32).toString('base64url')
  await query(
    trx,
    sql`insert into users.external_codes (ticket_hash, binder_hash, policy, account_id, expires_at)
      values (${hashed(ticket)}, ${hashed(binder)}, ${policy}, ${accountId}, ${new Date(now.getTime() + waitMs)})`
  )
  return { ticket }
}

const Given = Type.Object({
  ticket: Type.String({ minLength: 1, maxLength: 100 }),
  binder: Type.String({ minLength: 1, maxLength: 100 }),
  code: Code
})

/** The account whose sign-in waits under the ticket; undefined if there is none any more, or it is another browser's. */
async function waitingFor(database: Database, given: Static<typeof Given>, host: string, now: Date) {
  const policy: Policy = isOffice(host) ? 'office' : 'portal'
  const found = await queryOne<{ accountId: number }>(
    database,
    sql`select account_id as "accountId" from users.external_codes where ticket_hash = ${hashed(given.ticket)}
      and binder_hash = ${hashed(given.binder)} and policy = ${policy} and expires_at > ${now}`
  )
  return found && { ...found, policy }
}

export const completeExternalCode = defineAction({
  name: 'users.completeExternalCode',
  call: 'POST /api/Authorization/external/code',
  wire: {
    reveals: true,
    rateLimit: { max: 60, timeWindow: 60_000 },
    summary: 'Finish a sign-in by an identity provider with the code of the account’s own second factor'
  },
  access: {
    anyone: {
      form: defineForm({
        schema: Given,
        messagePrefix: 'users',
        fields: {
          ticket: { control: 'hidden' },
          binder: { control: 'hidden' },
          code: { autocomplete: 'one-time-code', help: 'users.code.help' }
        }
      })
    }
  },
  answer: Token,
  async beforeTransaction({ services, host, now }, given) {
    const { db, settings } = services
    const waiting = await waitingFor(db, given, host, now)
    if (!waiting) return throwUserError('externalRefused')
    const factor = await factorOf(db, waiting.accountId)
    if (!factor?.confirmedAt) return throwUserError('externalRefused')
    const proof = await prove({ db, settings, now }, waiting.accountId, factor, given.code)
    return { ...waiting, proof: proof ?? throwUserError('codeWrong') }
  },
  async run({ trx, services, now, actsAs, address, device }, { ticket }, { accountId, policy, proof }) {
    const account = await Account.query(trx).findById(accountId).whereNull('erased_at').forShare()
    const taken = await query(
      trx,
      sql`delete from users.external_codes where ticket_hash = ${hashed(ticket)} returning account_id`
    )
    if (!account || taken.length === 0) return throwUserError('externalRefused')
    if (!(await consume(trx, accountId, proof, now))) return throwUserError('codeWrong')
    actsAs(accountId)
    const session = await openSession(trx, accountId, policy, now, { address, device })
    return tokenFor(services, session, account, now)
  }
})
