/**
 * Encrypts second factors anew that were encrypted with TOKEN_SECRET_OLD, so that it can be taken away. A factor that a person replaces
 * meanwhile stays as the person left it.
 */
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { decrypted, encrypted } from './factor.ts'

const batchSize = 500

/** @returns how many were encrypted anew */
export async function renewFactorKeys({
  db,
  log,
  settings
}: Pick<Services, 'db' | 'log' | 'settings'>): Promise<number> {
  if (settings.tokenSecretOld === '') return 0
  const present = { tokenSecret: settings.tokenSecret }
  let renewed = 0
  for (let after = 0; ; ) {
    const factors = await query<{ id: number; secret: string }>(
      db,
      sql`select account_id as id, secret from users.second_factors where account_id > ${after}
        order by account_id limit ${batchSize}`
    )
    for (const { id, secret } of factors) {
      if (decrypted(secret, present)) continue
      const own = decrypted(secret, settings)
      if (!own) continue
      const changed = await query(
        db,
        sql`update users.second_factors set secret = ${encrypted(own, present)}
          where account_id = ${id} and secret = ${secret} returning account_id`
      )
      renewed += changed.length
    }
    const last = factors.at(-1)
    if (!last || factors.length < batchSize) break
    after = last.id
  }
  if (renewed > 0) log.info({ renewed }, 'users: second factors were encrypted anew, with TOKEN_SECRET')
  return renewed
}
