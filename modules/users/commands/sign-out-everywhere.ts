import { defineAction } from '../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { SignedOut } from '../schema.ts'
import { endSessions } from '../sessions.ts'

export const signOutEverywhere = defineAction({
  name: 'users.signOutEverywhere',
  call: 'POST /api/Authorization/sign-out-everywhere',
  access: { signedIn: {}, deactivated: {} },
  answer: SignedOut,
  summary: 'End every session of the account, this one too',
  async run({ trx, caller, now }) {
    const { accountId } = caller ?? throwProblem('unauthorized')
    await endSessions(trx, accountId, now)
    return { signedOut: true } as const
  }
})
