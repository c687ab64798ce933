/** Begins a session by the secret of a remembered browser. */
import { Type } from '@sinclair/typebox'
import { isOffice, roleOf } from '../../../src/contract/roles.ts'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { Account } from '../models.ts'
import { notify } from '../notices.ts'
import { maySignIn } from '../rules.ts'
import { Token } from '../schema.ts'
import { openSession, tokenFor } from '../sessions.ts'
import { forget, recognise } from './browsers.ts'

/**
 * The answer says by null that the browser is not remembered (any more), which is no fault of the call: what is to be written about it, that a
 * copied secret has ended the browser, would be undone by a refusal.
 */
export const resume = defineAction({
  name: 'users.resume',
  call: 'POST /api/Authorization/resume',
  wire: {
    reveals: true,
    status: 200,
    rateLimit: { max: 60, timeWindow: 60_000 },
    summary: 'Begin a session by the secret of a browser that stays signed in; each answer has the next secret'
  },
  access: {
    anyone: {
      form: defineForm({
        schema: Type.Object({
          remembered: Type.String({ minLength: 1, maxLength: 100, description: 'as it was answered last' })
        }),
        messagePrefix: 'users'
      })
    }
  },
  answer: Type.Object({
    token: Nullable(Token),
    remembered: Nullable(Type.String({ description: 'the next secret; the present one is good until this is used' }))
  }),
  async run(context, { remembered }) {
    const { trx, services, now, host, address, device, actsAs } = context
    const nobody = { token: null, remembered: null }
    const browser = isOffice(host) ? undefined : await recognise(trx, remembered, now, { address, device })
    if (!browser) return nobody
    if (browser.kind === 'copied') {
      context.securityEvent('sessionsEnded', { targetId: browser.accountId })
      await notify(context, browser.accountId, 'browserCopied')
      return nobody
    }
    const account = await Account.query(trx).findById(browser.accountId).forShare()
    // deactivation has forgotten its browsers; one that was remembered since gets in by the password alone
    const mayGoOn = account?.deactivatedAt === null && maySignIn('portal', roleOf(account.role), account.companyId)
    if (!account || !mayGoOn) {
      await forget(trx, browser.id, now)
      return nobody
    }
    actsAs(account.id)
    const session = await openSession(trx, account.id, 'portal', now, {
      address,
      device,
      remembered: { id: browser.id, isResumed: true }
    })
    context.securityEvent('signedIn')
    return { token: await tokenFor(services, session, account, now), remembered: browser.secret }
  }
})
