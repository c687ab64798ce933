import { defineAction } from '../../../src/kernel/command.ts'
import { fail } from '../../../src/kernel/errors.ts'
import { Session } from '../model.ts'
import { SignedOut } from '../schema.ts'

export const signOut = defineAction({
  name: 'users.signOut',
  call: 'POST /api/Authorization/sign-out',
  for: { signedIn: {} },
  status: 200,
  answer: SignedOut,
  summary: 'End this session',
  async run({ trx, caller, now, reviewAccount }) {
    const { sessionId, accountId } = caller ?? fail('unauthorized')
    await Session.query(trx).findById(sessionId).patch({ endedAt: now }).whereNull('ended_at')
    reviewAccount(accountId)
    return { answer: { data: { signedOut: true } } }
  }
})
