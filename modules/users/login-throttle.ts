/**
 * Slows down password guessing (explained in `rules.ts`). An attempt is counted in one statement before it is checked, so that a hundred
 * concurrent attempts count like a hundred consecutive ones. A right password resets its counts.
 */
import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { addressKey } from '../../src/kernel/access/address-key.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { type RefusalEvent, throwProblem } from '../../src/kernel/errors/errors.ts'
import { attackFrom, attemptWindowMs, freeAttempts, freeCodes, longestPauseSeconds } from './rules.ts'

const neverPaused = 2_147_483_647

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * Keys contain only hashes of e-mails and addresses. An unknown e-mail is counted like a known one. `email` is spelled as the database
 * compares it: it takes more spellings for the same than `toLowerCase` (`İ` is `i`), and each would have guesses of its own.
 */
function keysOf(email: string, address: string) {
  const account = hashed(email)
  const from = hashed(addressKey(address))
  return { pair: `pair:${account}:${from}`, address: `address:${from}`, account: `account:${account}` }
}

const forgottenAt = (now: Date): Date => new Date(now.getTime() - attemptWindowMs)

/** A key, how many attempts it has without a pause, and the account that the security event of a refusal names. */
interface Counted {
  readonly key: string
  readonly free: number
  readonly event?: RefusalEvent
}

/** Counts an attempt under the key and sets the pause after it. Throws 429 while the previous pause lasts. */
async function count(database: Database, { key, free, event }: Counted, now: Date): Promise<void> {
  const forgotten = forgottenAt(now)
  const counted = await query(
    database,
    sql`insert into users.guesses as g (key, failures, last_at, blocked_until)
      values (${key}, 1, ${now}, case when 1 >= ${free}::int then ${now}::timestamptz + interval '1 second' end)
      on conflict (key) do update set (failures, last_at, blocked_until) = (
        select n, excluded.last_at, case when n >= ${free}::int then
          excluded.last_at + least(power(2, least(n - ${free}::int, 20)), ${longestPauseSeconds}::int) * interval '1 second' end
        from (select case when g.last_at < ${forgotten} then 1 else g.failures + 1 end as n) next)
      where g.blocked_until is null or g.blocked_until <= excluded.last_at
      returning key`
  )
  if (counted.length === 0) await refuse(database, key, now, event)
}

async function refuse(database: Database, key: string, now: Date, event: RefusalEvent = {}): Promise<never> {
  const kept = await queryOne<{ until: Date | null }>(
    database,
    sql`select blocked_until as until from users.guesses where key = ${key}`
  )
  const left = (kept?.until ?? now).getTime() - now.getTime()
  return throwProblem('tooMany', { retryAfter: Math.max(1, Math.ceil(left / 1000)), event })
}

export interface Attempt {
  /** After a wrong password: increases the count of the account. */
  failed(): Promise<void>
  /** The password was right, but the second factor is still missing: resets the count of the address, but not that of the pair. */
  half(): Promise<void>
  /** After a right password: resets the counts. */
  succeeded(): Promise<void>
}

/** Allows an attempt, or throws 429 with the time to wait. A refused attempt is not counted. */
export async function beginAttempt(db: Knex, email: string, address: string, now: Date): Promise<Attempt> {
  const spelled = await queryOne<{ email: string }>(db, sql`select lower(${email.trim()}::text) as email`)
  const keys = keysOf(spelled?.email ?? '', address)
  await db.transaction(async trx => {
    const attacked = await queryOne(
      trx,
      sql`select key from users.guesses
        where key = ${keys.account} and failures >= ${attackFrom} and last_at > ${forgottenAt(now)}`
    )
    await count(trx, { key: keys.address, free: freeAttempts.address, event: { email } }, now)
    const free = attacked ? freeAttempts.pairUnderAttack : freeAttempts.pair
    await count(trx, { key: keys.pair, free, event: { email } }, now)
  })
  const half = async (): Promise<void> => {
    await query(
      db,
      sql`update users.guesses set failures = greatest(failures - 1, 0),
        blocked_until = case when failures - 1 >= ${freeAttempts.address} then blocked_until end
        where key = ${keys.address}`
    )
  }
  return {
    failed: () => count(db, { key: keys.account, free: neverPaused }, now),
    half,
    async succeeded() {
      await query(db, sql`delete from users.guesses where key = ${keys.pair}`)
      await half()
    }
  }
}

const codeKey = (accountId: number): string => `code:${accountId}`

/** Counts a code of the second factor before it is checked. Throws 429 while the pause after too many codes lasts. */
export const countCode = (db: Knex, accountId: number, now: Date): Promise<void> =>
  count(db, { key: codeKey(accountId), free: freeCodes, event: { targetId: accountId } }, now)

/** Resets the count of codes after a right one. */
export async function forgetCodes(db: Knex, accountId: number): Promise<void> {
  await query(db, sql`delete from users.guesses where key = ${codeKey(accountId)}`)
}
