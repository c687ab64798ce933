/** Sessions: one for each sign-in, valid for 12 hours or until it is ended. A token is a short-lived key to its session. */
import { randomUUID } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import type { Knex } from 'knex'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Session } from './models.ts'
import { type Policy, sessionMs, tokenMs } from './rules.ts'
import type { Token, UserRole } from './schema.ts'

interface Owner {
  readonly id: number
  readonly role: number | null
  readonly confirmedAt: Date | null
}

/** Issues a token of the session. It expires no later than the session. */
export async function tokenFor(
  { tokens }: Services,
  session: Pick<Session, 'id' | 'expiresAt'>,
  owner: Owner,
  now: Date
): Promise<Static<typeof Token>> {
  const expiresAt = new Date(Math.min(now.getTime() + tokenMs, session.expiresAt.getTime()))
  const accessToken = await tokens.sign({ accountId: owner.id, sessionId: session.id }, now, expiresAt)
  const role = owner.confirmedAt ? (owner.role as CodeOf<typeof UserRole> | null) : null
  return { accessToken, expiresAt: expiresAt.toISOString(), role }
}

/** `hasSecondFactor`: the identity provider has asked for one, so that the account needs none of its own. */
export const openSession = async (
  trx: Knex.Transaction,
  accountId: number,
  policy: Policy,
  now: Date,
  { address, device }: { readonly address: string; readonly device: string | null },
  hasSecondFactor = false
): Promise<Session> =>
  Session.query(trx).insertAndFetch({
    id: randomUUID(),
    accountId,
    policy,
    address,
    device,
    hasSecondFactor,
    seenAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionMs)
  })

/** Ends every session of the account, but the one that stays, if it is named. */
export async function endSessions(trx: Knex.Transaction, accountId: number, now: Date, stays?: string): Promise<void> {
  const open = Session.query(trx).patch({ endedAt: now }).where({ account_id: accountId }).whereNull('ended_at')
  await (stays === undefined ? open : open.whereNot({ id: stays }))
}
