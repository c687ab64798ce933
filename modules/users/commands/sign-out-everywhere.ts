import { defineAction } from '../../../src/kernel/command.ts'
import { fail } from '../../../src/kernel/errors.ts'
import { SignedOut } from '../schema.ts'
import { endSessions } from '../sessions.ts'

export const signOutEverywhere = defineAction({
  name: 'users.signOutEverywhere',
  call: 'POST /api/Authorization/sign-out-everywhere',
  for: { signedIn: {} },
  status: 200,
  answer: SignedOut,
  summary: 'End every session of the account, this one too',
  async run({ trx, caller, now, reviewAccount }) {
    const { accountId } = caller ?? fail('unauthorized')
    await endSessions(trx, accountId, now)
    reviewAccount(accountId)
    return { answer: { data: { signedOut: true } } }
  }
})
