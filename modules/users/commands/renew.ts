import { defineAction } from '../../../src/kernel/command.ts'
import { fail } from '../../../src/kernel/errors.ts'
import { Account, Session } from '../model.ts'
import { Token } from '../schema.ts'
import { tokenFor } from '../sessions.ts'

export const renew = defineAction({
  name: 'users.renew',
  call: 'POST /api/Authorization/renew',
  for: { signedIn: {} },
  status: 200,
  answer: Token,
  summary: 'A new token of the same session',
  async run({ trx, caller, services, now }) {
    const { sessionId, accountId } = caller ?? fail('unauthorized')
    const session = await Session.query(trx).findById(sessionId)
    const account = await Account.query(trx).findById(accountId)
    if (!session || !account) return fail('unauthorized')
    return { answer: { data: await tokenFor(services, session, account, now) } }
  }
})
