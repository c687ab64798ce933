/** Sessions: one for each sign-in, valid for 12 hours or until it is ended. A token is a short-lived key to its session. */
import { randomUUID } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import type { Knex } from 'knex'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Session } from './models.ts'
import { forgetAll } from './remembered/browsers.ts'
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

interface Origin {
  readonly address: string
  readonly device: string | null
  /** The browser that stays signed in (`remembered/`), and whether it has begun the session by itself. */
  readonly remembered?: { readonly id: string; readonly isResumed: boolean } | undefined
}

/** `hasSecondFactor`: the identity provider has asked for one, so that the account needs none of its own. */
export const openSession = async (
  trx: Knex.Transaction,
  accountId: number,
  policy: Policy,
  now: Date,
  { address, device, remembered }: Origin,
  hasSecondFactor = false
): Promise<Session> =>
  Session.query(trx).insertAndFetch({
    id: randomUUID(),
    accountId,
    policy,
    address,
    device,
    hasSecondFactor,
    rememberedId: remembered?.id ?? null,
    isResumed: remembered?.isResumed ?? false,
    seenAt: now,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionMs)
  })

/** The end of a session that has none. */
export const never = new Date('9999-12-31T00:00:00Z')

/** Opens a session without an end, for a device that acts as the account; `endSession` ends it. Returns its id. */
export async function openLastingSession(
  trx: Knex.Transaction,
  accountId: number,
  now: Date,
  { address, device }: Pick<Origin, 'address' | 'device'>
): Promise<string> {
  const id = randomUUID()
  const policy: Policy = 'portal'
  const row = { id, accountId, policy, address, device, seenAt: now, createdAt: now, expiresAt: never }
  await Session.query(trx).insert(row)
  return id
}

/** Ends one session. */
export async function endSession(trx: Knex.Transaction, id: string, now: Date): Promise<void> {
  await Session.query(trx).findById(id).whereNull('ended_at').patch({ endedAt: now })
}

/** Ends every session of the account, but the one that stays, if it is named; and no browser of it stays signed in. */
export async function endSessions(trx: Knex.Transaction, accountId: number, now: Date, stays?: string): Promise<void> {
  await forgetAll(trx, accountId, now)
  const open = Session.query(trx).patch({ endedAt: now }).where({ account_id: accountId }).whereNull('ended_at')
  await (stays === undefined ? open : open.whereNot({ id: stays }))
}
