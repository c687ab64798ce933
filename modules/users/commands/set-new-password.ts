import type { Static } from '@sinclair/typebox'
import { hashPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { recordChanges } from '../../../src/kernel/history/history.ts'
import { throwUserError } from '../errors.ts'
import { hashToken } from '../links.ts'
import { Account, Link } from '../model.ts'
import { mustBeStrong } from '../passwords.ts'
import { accountRows } from '../rows.ts'
import { AccountId, PasswordChoice } from '../schema.ts'
import { endSessions } from '../sessions.ts'

interface Prepared {
  readonly linkId: number
  readonly accountId: number
  readonly passwordHash: string
}

/** Serves resets and invitations. The link is used under the account's lock: of many uses at once, one wins. */
export const setNewPassword = defineAction({
  name: 'users.setNewPassword',
  call: 'POST /api/Authorization/SetNewPassword/setNewPassword',
  access: {
    anyone: {
      form: defineForm({
        schema: PasswordChoice,
        messagePrefix: 'users',
        fields: {
          password: { control: 'password', label: 'users.newPassword', help: 'users.password.help' },
          passwordConfirm: { control: 'password' },
          token: { control: 'hidden' }
        }
      })
    }
  },
  status: 200,
  answer: AccountId,
  rateLimit: { max: 60, timeWindow: 60_000 },
  summary: 'Set a password by the link of a letter; ends every session of the account',
  async beforeTransaction({ services, now }, { password, token }: Static<typeof PasswordChoice>): Promise<Prepared> {
    const link = await Link.query(services.db)
      .findOne({ token_hash: hashToken(token) })
      .whereNull('ended_at')
      .where('expires_at', '>', now)
    const account = link && (await Account.query(services.db).findById(link.accountId))
    if (!account) return throwUserError('linkExpired')
    mustBeStrong(password, services.settings.passwordMin, account.email)
    return { linkId: link.id, accountId: account.id, passwordHash: await hashPassword(password) }
  },
  async run({ trx, now, revalidateAccount }, _input: unknown, { linkId, accountId, passwordHash }: Prepared) {
    const account = await Account.query(trx).findById(accountId).forNoKeyUpdate()
    const used = await Link.query(trx)
      .findById(linkId)
      .patch({ endedAt: now })
      .whereNull('ended_at')
      .where('expires_at', '>', now)
    if (!account || used === 0) return throwUserError('linkExpired')
    await Account.query(trx).findById(accountId).patch({ passwordHash })
    await Link.query(trx).patch({ endedAt: now }).where({ account_id: accountId }).whereNull('ended_at')
    await endSessions(trx, accountId, now)
    await recordChanges(trx, accountId, now, [
      {
        resourceType: accountRows.type,
        subjectId: accountId,
        version: account.version + 1,
        code: 'users.setNewPassword',
        params: {},
        before: {},
        after: {}
      }
    ])
    revalidateAccount(accountId)
    return { answer: { data: { id: accountId } } }
  }
})
