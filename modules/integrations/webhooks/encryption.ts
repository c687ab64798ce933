/**
 * The secrets of webhooks, which calls are signed with and which are therefore kept: encrypted by a key of TOKEN_SECRET, so that a copy of the
 * database alone signs nothing. After a change of TOKEN_SECRET they are encrypted anew.
 */
import { decryptWith, encryptWith } from '../../../src/kernel/access/encryption.ts'
import { keyFor, type Secrets, secretsOf } from '../../../src/kernel/access/secrets.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'

const purpose = 'integrations.webhooks'

export const encrypted = (secret: Buffer, settings: Secrets): Buffer => encryptWith(keyFor(settings, purpose), secret)

/** Undefined if it was encrypted by a key of neither TOKEN_SECRET nor the one before it. */
export const decrypted = (bytes: Buffer, settings: Secrets): Buffer | undefined =>
  decryptWith(
    secretsOf(settings).map(tokenSecret => keyFor({ tokenSecret }, purpose)),
    bytes
  )

/** Encrypts anew what the former TOKEN_SECRET has encrypted. A secret that is changed meanwhile stays as it was changed. */
export async function renewSecretKeys({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<void> {
  if (settings.tokenSecretOld === '') return
  const present = { tokenSecret: settings.tokenSecret }
  const rows = await query<{ id: number; secret: Buffer; former: Buffer | null }>(
    db,
    sql`select id, secret, former_secret as former from integrations.webhooks where removed_at is null`
  )
  const renewed = (bytes: Buffer | null): Buffer | null => {
    if (bytes === null || decrypted(bytes, present)) return bytes
    const secret = decrypted(bytes, settings)
    return secret ? encrypted(secret, present) : bytes
  }
  for (const { id, secret, former } of rows)
    await query(
      db,
      sql`update integrations.webhooks set secret = ${renewed(secret)}, former_secret = ${renewed(former)}
        where id = ${id} and secret = ${secret} and former_secret is not distinct from ${former}`
    )
}
