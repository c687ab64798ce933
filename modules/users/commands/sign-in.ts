import { isOffice, roleOf } from '../../../src/contract/roles.ts'
import { verifyPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwUserError } from '../errors.ts'
import { beginAttempt } from '../login-throttle.ts'
import { Account } from '../models.ts'
import { maySignIn, type Policy } from '../rules.ts'
import { Credentials, Token } from '../schema.ts'
import { openSession, tokenFor } from '../sessions.ts'

/**
 * Unknown e-mail, wrong password, no password yet, wrong host: the same message, and one hash computed for each. Repeated attempts
 * are slowed down (429) before any account is looked up.
 */
export const signIn = defineAction({
  name: 'users.signIn',
  call: 'POST /api/Authorization/sign-in',
  access: {
    anyone: {
      form: defineForm({
        schema: Credentials,
        messagePrefix: 'users',
        fields: {
          email: { control: 'email', autocomplete: 'username' },
          password: { control: 'password', autocomplete: 'current-password' }
        }
      })
    }
  },
  answer: Token,
  rateLimit: { max: 120, timeWindow: 60_000 },
  summary: 'Sign in: a token for 15 minutes. The host name decides who may',
  async beforeTransaction({ services, now, address, host }, { email, password }) {
    const attempt = await beginAttempt(services.db, email, address, now)
    const account = await Account.query(services.db).whereRaw('lower(email) = lower(?)', [email.trim()]).first()
    const matches = await verifyPassword(password, account?.passwordHash)
    const policy: Policy = isOffice(host) ? 'office' : 'portal'
    if (!account || !matches || !maySignIn(policy, roleOf(account.role), account.companyId)) {
      await attempt.failed()
      return throwUserError('credentials')
    }
    await attempt.succeeded()
    return { id: account.id, passwordHash: account.passwordHash, policy }
  },
  async run({ trx, services, now, actsAs }, _input, { id, passwordHash, policy }) {
    const account = await Account.query(trx).findById(id).where({ password_hash: passwordHash }).forShare()
    if (!account) return throwUserError('credentials')
    actsAs(id)
    const session = await openSession(trx, id, policy, now)
    return tokenFor(services, session, account, now)
  }
})
