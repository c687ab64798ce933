/**
 * Browsers that stay signed in: a client asks for it at the sign-in, on the portal alone. The browser keeps its id and a secret of 256 bits beside
 * the session, of which the database has the hash, and begins its next session with them instead of the password.
 *
 * Each use answers the next secret. The present one stays good until the next is used, so that an answer that is lost on the way costs nothing.
 * Who sends the id with any other secret has a copy of a former one, or is the owner whose copy was used by somebody else. Nobody can tell
 * which, so the browser is forgotten and its sessions end.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { hashToken } from '../links.ts'
import { type Policy, rememberedAtMostMs, rememberedMs } from '../rules.ts'

interface Origin {
  readonly address: string
  readonly device: string | null
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Whether the account may stay signed in there: clients on the portal. Of others the password is asked again, because they see all clients. */
export const mayStay = (policy: Policy, companyId: number | null): boolean => policy === 'portal' && companyId !== null

/** Remembers a browser whose person has just signed in. Returns its id, and what the browser keeps. */
export async function remember(
  trx: Knex.Transaction,
  accountId: number,
  now: Date,
  { address, device }: Origin
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = randomUUID()
  const secret = newSecret()
  await query(
    trx,
    sql`insert into users.remembered (id, account_id, secret_hash, address, device, created_at, seen_at, expires_at)
      values (${id}, ${accountId}, ${hashToken(secret)}, ${address}, ${device}, ${now}, ${now},
        ${new Date(now.getTime() + rememberedAtMostMs)})`
  )
  return { id, secret: `${id}.${secret}` }
}

interface Found {
  readonly accountId: number
  readonly secretHash: string
  readonly nextHash: string | null
}

export type Recognised =
  | { readonly kind: 'known'; readonly id: string; readonly accountId: number; readonly secret: string }
  /** A copy of a former secret: the browser was forgotten. */
  | { readonly kind: 'copied'; readonly accountId: number }

/** `{id}.{secret}`, as the browser keeps them. */
const keptPattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/

/**
 * Takes what a remembered browser keeps, and makes the next secret. Undefined if there is no such browser, or it has ended, or was not used for
 * too long. The browser is locked.
 */
export async function recognise(
  trx: Knex.Transaction,
  kept: string,
  now: Date,
  { address, device }: Origin
): Promise<Recognised | undefined> {
  const [, id, secret] = keptPattern.exec(kept) ?? []
  if (!id || !secret) return undefined
  const found = await queryOne<Found>(
    trx,
    sql`select account_id as "accountId", secret_hash as "secretHash", next_hash as "nextHash" from users.remembered
      where id = ${id}::uuid and ended_at is null and expires_at > ${now} and seen_at > ${new Date(now.getTime() - rememberedMs)}
      for update`
  )
  if (!found) return undefined
  const { accountId, secretHash, nextHash } = found
  const hash = hashToken(secret)
  if (hash !== secretHash && hash !== nextHash) {
    await forget(trx, id, now)
    return { kind: 'copied', accountId }
  }
  const next = newSecret()
  await query(
    trx,
    sql`update users.remembered set secret_hash = ${hash}, next_hash = ${hashToken(next)}, seen_at = ${now}, address = ${address},
        device = ${device} where id = ${id}::uuid`
  )
  return { kind: 'known', id, accountId, secret: `${id}.${next}` }
}

/** Forgets a browser, and ends the sessions that it has begun. */
export async function forget(trx: Knex.Transaction, id: string, now: Date): Promise<void> {
  await query(trx, sql`update users.remembered set ended_at = ${now} where id = ${id} and ended_at is null`)
  await query(trx, sql`update users.sessions set ended_at = ${now} where remembered_id = ${id} and ended_at is null`)
}

/**
 * Forgets all browsers of an account, that of the person who asks for it, too: a copy of its secret may be what the person wants to be rid of. The
 * sessions go on by themselves, unless they are ended.
 */
export async function forgetAll(trx: Knex.Transaction, accountId: number, now: Date): Promise<void> {
  await query(
    trx,
    sql`update users.remembered set ended_at = ${now} where account_id = ${accountId} and ended_at is null`
  )
  await query(
    trx,
    sql`update users.sessions set remembered_id = null where account_id = ${accountId} and remembered_id is not null`
  )
}

/** Whether the account has a browser of this id that stays signed in. */
export const isBrowserOf = async (trx: Knex.Transaction, accountId: number, id: string): Promise<boolean> =>
  (await queryOne(
    trx,
    sql`select id from users.remembered where id = ${id}::uuid and account_id = ${accountId} and ended_at is null`
  )) !== undefined
