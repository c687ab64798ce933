import { isOffice, roleOf } from '../../../src/contract/roles.ts'
import { verifyPassword } from '../../../src/kernel/access/passwords.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwUserError } from '../errors.ts'
import { beginAttempt } from '../login-throttle.ts'
import { Account } from '../models.ts'
import { mayStay, remember } from '../remembered/browsers.ts'
import { maySignIn, type Policy } from '../rules.ts'
import { Credentials, SignedIn } from '../schema.ts'
import { consume, factorOf, type Proof, prove } from '../second-factor/factor.ts'
import { openSession, tokenFor } from '../sessions.ts'

/**
 * Signs in. An unknown e-mail, a wrong or missing password and a wrong host have the same message, and each computes one hash. Repeated
 * attempts are slowed down (429) before any account is looked up. An account with a second factor must send its code with e-mail and
 * password; without it the answer is `users.codeRequired`, and the browser asks for it. Nothing is stored between the two calls.
 */
export const signIn = defineAction({
  name: 'users.signIn',
  call: 'POST /api/Authorization/sign-in',
  wire: {
    reveals: true,
    rateLimit: { max: 120, timeWindow: 60_000 },
    summary: 'Sign in: a token for 15 minutes. The host name decides who may'
  },
  access: {
    anyone: {
      form: defineForm({
        schema: Credentials,
        omit: ['code'],
        messagePrefix: 'users',
        fields: {
          email: { control: 'email', autocomplete: 'username' },
          password: { control: 'password', autocomplete: 'current-password' },
          remember: { help: 'users.remember.help' }
        }
      })
    }
  },
  answer: SignedIn,
  async beforeTransaction({ services, now, address, host }, { email, password, code }) {
    const attempt = await beginAttempt(services.db, email, address, now)
    const account = await Account.query(services.db).whereRaw('lower(email) = lower(?)', [email.trim()]).first()
    const matches = await verifyPassword(password, account?.passwordHash)
    const policy: Policy = isOffice(host) ? 'office' : 'portal'
    if (!account || !matches || !maySignIn(policy, roleOf(account.role), account.companyId)) {
      await attempt.failed()
      return throwUserError('credentials')
    }
    const factor = await factorOf(services.db, account.id)
    let proof: Proof | undefined
    if (factor?.confirmedAt) {
      if (!code) {
        await attempt.half()
        return throwUserError('codeRequired')
      }
      proof = await prove({ db: services.db, settings: services.settings, now }, account.id, factor, code)
      if (!proof) {
        await attempt.failed()
        return throwUserError('codeWrong')
      }
    }
    await attempt.succeeded()
    return { id: account.id, passwordHash: account.passwordHash, policy, proof }
  },
  async run({ trx, services, now, actsAs, address, device }, { remember: stays }, { id, passwordHash, policy, proof }) {
    const account = await Account.query(trx).findById(id).where({ password_hash: passwordHash }).forShare()
    if (!account) return throwUserError('credentials')
    if (proof ? !(await consume(trx, id, proof, now)) : (await factorOf(trx, id))?.confirmedAt)
      throwUserError('codeWrong')
    actsAs(id)
    const isKept = stays && mayStay(policy, account.companyId)
    const browser = isKept ? await remember(trx, id, now, { address, device }) : undefined
    const remembered = browser && { id: browser.id, isResumed: false }
    const session = await openSession(trx, id, policy, now, { address, device, remembered })
    const token = await tokenFor(services, session, account, now)
    return browser ? { ...token, remembered: browser.secret } : token
  }
})
