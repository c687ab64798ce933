import { hashPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { throwUserError } from '../errors.ts'
import { endLinks } from '../links.ts'
import { Account } from '../models.ts'
import { notify } from '../notices.ts'
import { requirePassword } from '../owner.ts'
import { requireStrong } from '../passwords.ts'
import { accounts } from '../resource.ts'
import { OwnPassword } from '../schema.ts'
import { Done } from '../second-factor/schema.ts'
import { endSessions } from '../sessions.ts'

/** Changes the caller's own password. All other sessions end, and the owner of the mailbox is told. */
export const changePassword = defineAction({
  name: 'users.changePassword',
  call: 'PUT /api/Authorization/password',
  access: {
    signedIn: {
      form: defineForm({
        schema: OwnPassword,
        messagePrefix: 'users',
        fields: {
          oldPassword: { control: 'password', autocomplete: 'current-password' },
          newPassword: { control: 'password', help: 'users.password.help' }
        }
      })
    }
  },
  answer: Done,
  rateLimit: { max: 60, timeWindow: 3_600_000 },
  summary: 'Change the own password; ends the other sessions of the account',
  async beforeTransaction(context, { oldPassword, newPassword }) {
    const { services, caller } = context
    const { accountId } = caller ?? throwProblem('unauthorized')
    const account = (await Account.query(services.db).findById(accountId)) ?? throwProblem('unauthorized')
    if (account.passwordHash === null) return throwUserError('noPassword')
    await requirePassword(context, account, oldPassword, 'oldPassword')
    if (newPassword === oldPassword) refuseField('newPassword', 'users.password.same')
    await requireStrong(services, account, newPassword, 'newPassword')
    return { former: account.passwordHash, passwordHash: await hashPassword(newPassword) }
  },
  async run(context, _input, { former, passwordHash }) {
    const { trx, caller, now } = context
    const { accountId, sessionId } = caller ?? throwProblem('unauthorized')
    const account = await Account.query(trx).findById(accountId).where({ password_hash: former }).forNoKeyUpdate()
    if (!account) refuseField('oldPassword', 'users.password.wrong')
    await Account.query(trx).findById(accountId).patch({ passwordHash })
    await endLinks(trx, accountId, now)
    await endSessions(trx, accountId, now, sessionId)
    await context.recordEvent(accounts, accountId)
    await notify(context, accountId, 'passwordChanged')
    return { done: true } as const
  }
})
