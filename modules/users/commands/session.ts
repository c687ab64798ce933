/** What a person does with the own session: it is given a new token, and ended alone or with all others. */
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { Account, Session } from '../models.ts'
import { forget } from '../remembered/browsers.ts'
import { SignedOut, Token } from '../schema.ts'
import { endSessions, tokenFor } from '../sessions.ts'

export const renew = defineAction({
  name: 'users.renew',
  call: 'POST /api/Authorization/renew',
  wire: { reveals: true, summary: 'A new token of the same session' },
  access: { signedIn: {}, deactivated: {} },
  answer: Token,
  async run({ trx, caller, services, now, address }) {
    const { sessionId, accountId } = caller ?? throwProblem('unauthorized')
    const session = await Session.query(trx).findById(sessionId)
    const account = await Account.query(trx).findById(accountId)
    if (!session || !account) return throwProblem('unauthorized')
    await Session.query(trx).findById(sessionId).patch({ seenAt: now, address })
    return tokenFor(services, session, account, now)
  }
})

export const signOut = defineAction({
  name: 'users.signOut',
  call: 'POST /api/Authorization/sign-out',
  wire: { summary: 'End this session, and forget the browser if it stays signed in' },
  access: { signedIn: {}, deactivated: {} },
  answer: SignedOut,
  async run({ trx, caller, now }) {
    const { sessionId } = caller ?? throwProblem('unauthorized')
    const session = await Session.query(trx).findById(sessionId)
    await Session.query(trx).findById(sessionId).patch({ endedAt: now }).whereNull('ended_at')
    // who signs out in one tab wants the next person of this browser to find nobody signed in
    if (session?.rememberedId) await forget(trx, session.rememberedId, now)
    return { signedOut: true } as const
  }
})

export const signOutEverywhere = defineAction({
  name: 'users.signOutEverywhere',
  call: 'POST /api/Authorization/sign-out-everywhere',
  wire: { summary: 'End every session of the account, this one too' },
  access: { signedIn: {}, deactivated: {} },
  answer: SignedOut,
  async run({ trx, caller, now }) {
    const { accountId } = caller ?? throwProblem('unauthorized')
    await endSessions(trx, accountId, now)
    return { signedOut: true } as const
  }
})
