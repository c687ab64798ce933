/**
 * The second factor of an account: the secret of its app, and ten recovery codes in case the app is lost. The secret is stored encrypted
 * with a key derived from TOKEN_SECRET (if that changes, TOKEN_SECRET_OLD opens them until they are encrypted anew), recovery codes as
 * hashes.
 *
 * A code is checked before the transaction, so that a wrong one is counted even if the transaction fails. It is marked as used within the
 * transaction, so that only one of two calls with the same code succeeds, and a call that fails later does not use it.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { type Secrets, secretsOf } from '../../../src/kernel/access/secrets.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { countCode, forgetCodes } from '../login-throttle.ts'
import { base32, stepOf } from './totp.ts'

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'opony second factor', 32))

export function encrypted(secret: Buffer, settings: Secrets): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(settings.tokenSecret), iv)
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

function decryptedBy(secret: string, bytes: Buffer): Buffer | undefined {
  const cipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12), { authTagLength: 16 })
  cipher.setAuthTag(bytes.subarray(-16))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()])
  } catch {
    return undefined
  }
}

/** The decrypted bytes, by the key of TOKEN_SECRET or of the one before it; undefined if they were encrypted with another key. */
export function decrypted(text: string, settings: Secrets): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  for (const secret of secretsOf(settings)) {
    const own = decryptedBy(secret, bytes)
    if (own) return own
  }
  return undefined
}

export interface Factor {
  readonly secret: string
  readonly confirmedAt: Date | null
  readonly lastStep: number | null
}

export const factorOf = (database: Database, accountId: number): Promise<Factor | undefined> =>
  queryOne<Factor>(
    database,
    sql`select secret, confirmed_at as "confirmedAt", last_step as "lastStep" from users.second_factors
      where account_id = ${accountId}`
  )

/** A valid proof of the second factor: the time step of an app's code, or a recovery code. */
export type Proof = { readonly step: number } | { readonly recovery: string }

const bare = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()
export const hashCode = (accountId: number, code: string): string =>
  createHash('sha256')
    .update(`${accountId}:${bare(code)}`)
    .digest('base64url')

/** Checks a code of the app or a recovery code. Each wrong one is counted, with growing pauses (429). */
export async function prove(
  { db, settings, now }: { readonly db: Knex; readonly settings: Secrets; readonly now: Date },
  accountId: number,
  { secret, lastStep }: Factor,
  code: string
): Promise<Proof | undefined> {
  await countCode(db, accountId, now)
  const own = decrypted(secret, settings)
  const step = own && stepOf(own, bare(code), now, lastStep)
  const proof = step === undefined ? await recoveryOf(db, accountId, code) : { step }
  if (proof) await forgetCodes(db, accountId)
  return proof
}

async function recoveryOf(db: Database, accountId: number, code: string): Promise<Proof | undefined> {
  const recovery = hashCode(accountId, code)
  const found = await queryOne(
    db,
    sql`select code_hash from users.recovery_codes
      where account_id = ${accountId} and code_hash = ${recovery} and used_at is null`
  )
  return found ? { recovery } : undefined
}

/** Marks the proof as used. Returns false if another call has used it meanwhile. */
export async function consume(trx: Knex.Transaction, accountId: number, proof: Proof, now: Date): Promise<boolean> {
  const used = await query(
    trx,
    'step' in proof
      ? sql`update users.second_factors set last_step = ${proof.step}
          where account_id = ${accountId} and coalesce(last_step, -1) < ${proof.step} returning account_id`
      : sql`update users.recovery_codes set used_at = ${now}
          where account_id = ${accountId} and code_hash = ${proof.recovery} and used_at is null returning account_id`
  )
  return used.length > 0
}

const recoveryCodes = 10

/** Replaces all recovery codes by new ones, `ABCDE-FGHIJ`, and returns them. Only hashes are stored. */
export async function renewRecoveryCodes(trx: Knex.Transaction, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => {
    const text = base32(randomBytes(7)).slice(0, 10)
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
  await query(trx, sql`delete from users.recovery_codes where account_id = ${accountId}`)
  await query(
    trx,
    sql`insert into users.recovery_codes (account_id, code_hash)
      select ${accountId}, unnest(${codes.map(code => hashCode(accountId, code))}::text[])`
  )
  return codes
}

/** Deletes the factor with its recovery codes. */
export const removeFactor = async (trx: Knex.Transaction, accountId: number): Promise<void> => {
  await query(trx, sql`delete from users.second_factors where account_id = ${accountId}`)
}
