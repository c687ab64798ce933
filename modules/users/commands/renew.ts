import { defineAction } from '../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Account, Session } from '../models.ts'
import { Token } from '../schema.ts'
import { tokenFor } from '../sessions.ts'

export const renew = defineAction({
  name: 'users.renew',
  call: 'POST /api/Authorization/renew',
  access: { signedIn: {}, deactivated: {} },
  answer: Token,
  reveals: true,
  summary: 'A new token of the same session',
  async run({ trx, caller, services, now, address }) {
    const { sessionId, accountId } = caller ?? throwProblem('unauthorized')
    const session = await Session.query(trx).findById(sessionId)
    const account = await Account.query(trx).findById(accountId)
    if (!session || !account) return throwProblem('unauthorized')
    await Session.query(trx).findById(sessionId).patch({ seenAt: now, address })
    return tokenFor(services, session, account, now)
  }
})
