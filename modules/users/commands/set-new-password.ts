import { hashPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwUserError } from '../errors.ts'
import { endLinks, validLink } from '../links.ts'
import { forgetUnproved } from '../mailbox.ts'
import { Account, Link } from '../models.ts'
import { notify } from '../notices.ts'
import { requireStrong } from '../passwords.ts'
import { accounts } from '../resource.ts'
import { AccountId, PasswordChoice } from '../schema.ts'
import { endSessions } from '../sessions.ts'

/**
 * Sets a password by the link of a reset or an invitation, which proves the mailbox: what was in the account before that is deleted. The link is used under the account's lock, so that concurrent uses
 * succeed once.
 */
export const setNewPassword = defineAction({
  name: 'users.setNewPassword',
  call: 'POST /api/Authorization/SetNewPassword/setNewPassword',
  wire: {
    rateLimit: { max: 60, timeWindow: 60_000 },
    summary: 'Set a password by the link of an e-mail; ends every session of the account'
  },
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
  answer: AccountId,
  async beforeTransaction({ services, now }, { password, token }) {
    const link = await validLink(services.db, token, now)
    const account = link && (await Account.query(services.db).findById(link.accountId))
    if (!account) return throwUserError('linkExpired')
    await requireStrong(services, account, password, 'password')
    return { linkId: link.id, accountId: account.id, passwordHash: await hashPassword(password) }
  },
  async run(context, _input, { linkId, accountId, passwordHash }) {
    const { trx, now } = context
    const account = await Account.query(trx).findById(accountId).forNoKeyUpdate()
    const used = await Link.query(trx)
      .findById(linkId)
      .patch({ endedAt: now })
      .whereNull('ended_at')
      .where('expires_at', '>', now)
    if (!account || used === 0) return throwUserError('linkExpired')
    await forgetUnproved(trx, account, now)
    await Account.query(trx)
      .findById(accountId)
      .patch({ passwordHash, mailboxProvedAt: account.mailboxProvedAt ?? now })
    await endLinks(trx, accountId, now)
    await endSessions(trx, accountId, now)
    await context.recordEvent(accounts, accountId, accountId)
    if (account.passwordHash !== null) await notify(context, accountId, 'passwordChanged')
    return { id: accountId }
  }
})
