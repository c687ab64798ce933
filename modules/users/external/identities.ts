/** The identities by which an account is signed in to: seen and unlinked by their owner, and unlinked by administrators. */
import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineAction, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Instant } from '../../../src/kernel/schema.ts'
import { throwUserError } from '../errors.ts'
import { queueEmail } from '../links.ts'
import { Account } from '../models.ts'
import { notify } from '../notices.ts'
import { requireOwner } from '../owner.ts'
import { leastOf } from '../passwords.ts'
import { accounts } from '../resource.ts'
import { OwnerProofGiven, UserRelation } from '../schema.ts'
import { consume } from '../second-factor/factor.ts'
import { Done } from '../second-factor/schema.ts'
import { endSessions } from '../sessions.ts'

const Credentials = Type.Object({
  hasPassword: Type.Boolean(),
  passwordMin: Type.Integer({ description: 'fewest characters of a new password of this account' }),
  identities: Type.Array(
    Type.Object({ issuer: Type.String({ description: 'address of the identity provider' }), linkedDate: Instant })
  )
})

export const ownCredentials = defineRoute({
  url: '/api/Authorization/credentials',
  access: ['signedIn'],
  summary:
    'What the own account is signed in with: whether it has a password, and the identities that are linked to it',
  answer: ItemResponse(Credentials),
  run: async ({ services, caller }) => {
    const account = orNotFound(await Account.query(services.db).findById(caller.accountId))
    const identities = await query<{ issuer: string; linkedDate: string }>(
      services.db,
      sql`select issuer, created_at as "linkedDate" from users.identities where account_id = ${account.id} order by created_at`
    )
    const passwordMin = leastOf(services.settings, account)
    return { data: { hasPassword: account.passwordHash !== null, passwordMin, identities } }
  }
})

/** Whether there was any. */
async function unlink(trx: Knex.Transaction, accountId: number): Promise<boolean> {
  const gone = await query(trx, sql`delete from users.identities where account_id = ${accountId} returning account_id`)
  return gone.length > 0
}

/** Unlinks all identities of the caller, whose password must be enough to sign in then. The other sessions end. */
export const unlinkOwnIdentities = defineAction({
  name: 'users.unlinkOwnIdentities',
  call: 'POST /api/Authorization/credentials/unlink',
  access: {
    signedIn: {
      form: defineForm({
        schema: OwnerProofGiven,
        messagePrefix: 'users',
        fields: {
          password: { control: 'password', autocomplete: 'current-password' },
          code: { autocomplete: 'one-time-code', help: 'users.code.help' }
        }
      })
    }
  },
  answer: Done,
  summary: 'Unlink the own account from its identities; its password is needed from then on',
  beforeTransaction: (context, given) => requireOwner(context, given),
  async run(context, _input, proof) {
    const { trx, caller, now } = context
    const { accountId, sessionId } = caller ?? throwProblem('unauthorized')
    const account = await Account.query(trx).findById(accountId).forNoKeyUpdate()
    if (!account || account.passwordHash === null) return throwUserError('noPassword')
    if (proof && !(await consume(trx, accountId, proof, now))) throwUserError('codeWrong')
    if (!(await unlink(trx, accountId))) return throwUserError('noIdentity')
    await endSessions(trx, accountId, now, sessionId)
    await context.recordEvent(accounts, accountId)
    await notify(context, accountId, 'identityUnlinked')
    return { done: true } as const
  }
})

/** Unlinks all identities of a person, and ends the sessions. Who has no password then is sent a link that sets one. */
export const unlinkIdentities = defineCommand(accounts, {
  name: 'users.unlinkIdentities',
  call: 'POST /api/Admin/Users/:id/identities/unlink',
  icon: 'link',
  tone: 'danger',
  confirm: true,
  access: {
    ADMIN: {
      shown: { hasIdentity: [true] },
      when: { relation: codes(UserRelation, ['staff', 'client', 'invited']) }
    }
  },
  async run(context, { id, email }) {
    const { trx, now, services } = context
    await unlink(trx, id)
    await endSessions(trx, id, now)
    const account = await Account.query(trx).findById(id)
    if (account?.passwordHash === null) await queueEmail(services, trx, { email, purpose: 'invitation' })
    await notify(context, id, 'identityUnlinked')
  }
})
