import { defineAction } from '../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Session } from '../models.ts'
import { SignedOut } from '../schema.ts'

export const signOut = defineAction({
  name: 'users.signOut',
  call: 'POST /api/Authorization/sign-out',
  access: { signedIn: {}, deactivated: {} },
  answer: SignedOut,
  summary: 'End this session',
  async run({ trx, caller, now }) {
    const { sessionId } = caller ?? throwProblem('unauthorized')
    await Session.query(trx).findById(sessionId).patch({ endedAt: now }).whereNull('ended_at')
    return { signedOut: true } as const
  }
})
