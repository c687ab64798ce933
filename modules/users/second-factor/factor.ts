/**
 * The second factor of an account: the secret of its app, and ten recovery codes in case the app is lost. The secret is stored encrypted
 * with a key derived from TOKEN_SECRET (if that changes, TOKEN_SECRET_OLD opens them until they are encrypted anew), recovery codes as
 * hashes.
 *
 * A code is checked before the transaction, so that a wrong one is counted even if the transaction fails. It is marked as used within the
 * transaction, so that only one of two calls with the same code succeeds, and a call that fails later does not use it.
 */
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { decryptWith, encryptWith } from '../../../src/kernel/access/encryption.ts'
import { type Secrets, secretsOf } from '../../../src/kernel/access/secrets.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { countCode, forgetCodes } from '../login-throttle.ts'
import { base32, stepOf } from './totp.ts'

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'opony second factor', 32))

export const encrypted = (secret: Buffer, settings: Secrets): string =>
  encryptWith(keyOf(settings.tokenSecret), secret).toString('base64')

/** The decrypted bytes, by the key of TOKEN_SECRET or of the one before it; undefined if they were encrypted with another key. */
export const decrypted = (text: string, settings: Secrets): Buffer | undefined =>
  decryptWith(secretsOf(settings).map(keyOf), Buffer.from(text, 'base64'))

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
/** Chance in a recovery code: no fast hash of it can be turned back. Codes of earlier versions had 50, and still work. */
export const recoveryBits = 120
const groupOf = /.{4}(?=.)/g

/** Replaces all recovery codes by new ones, six groups of four (`ABCD-EFGH-…`), and returns them. Only hashes are stored. */
export async function renewRecoveryCodes(trx: Knex.Transaction, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    base32(randomBytes(recoveryBits / 8)).replace(groupOf, group => `${group}-`)
  )
  await query(trx, sql`delete from users.recovery_codes where account_id = ${accountId}`)
  await query(
    trx,
    sql`insert into users.recovery_codes (account_id, code_hash, bits)
      select ${accountId}, unnest(${codes.map(code => hashCode(accountId, code))}::text[]), ${recoveryBits}`
  )
  return codes
}

/** Deletes the factor with its recovery codes. */
export const removeFactor = async (trx: Knex.Transaction, accountId: number): Promise<void> => {
  await query(trx, sql`delete from users.second_factors where account_id = ${accountId}`)
}
