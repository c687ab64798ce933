/**
 * The keys of the register that clients have given: encrypted by a key of TOKEN_SECRET, so that a copy of the database alone opens nothing. After
 * a change of TOKEN_SECRET they are encrypted anew.
 */
import { decryptWith, encryptWith } from '../../../src/kernel/access/encryption.ts'
import { keyFor, type Secrets, secretsOf } from '../../../src/kernel/access/secrets.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'

const purpose = 'waste.clientKeys'

export interface RegisterKeys {
  readonly clientId: string
  readonly clientSecret: string
}

export const encryptedKeys = (keys: RegisterKeys, settings: Secrets): Buffer =>
  encryptWith(keyFor(settings, purpose), Buffer.from(JSON.stringify(keys)))

/** Undefined if they were encrypted by a key of neither TOKEN_SECRET nor the one before it. */
export function decryptedKeys(bytes: Buffer, settings: Secrets): RegisterKeys | undefined {
  const keys = secretsOf(settings).map(tokenSecret => keyFor({ tokenSecret }, purpose))
  const text = decryptWith(keys, bytes)?.toString()
  return text === undefined ? undefined : (JSON.parse(text) as RegisterKeys)
}

/** Encrypts anew what the former TOKEN_SECRET has encrypted. Keys that are given anew meanwhile stay as they were given. */
export async function renewClientKeys({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<void> {
  if (settings.tokenSecretOld === '') return
  const present = { tokenSecret: settings.tokenSecret }
  const rows = await query<{ id: number; secret: Buffer }>(db, sql`select id, secret from waste.client_keys`)
  for (const { id, secret } of rows) {
    const keys = decryptedKeys(secret, present) ? undefined : decryptedKeys(secret, settings)
    if (keys)
      await query(
        db,
        sql`update waste.client_keys set secret = ${encryptedKeys(keys, present)} where id = ${id} and secret = ${secret}`
      )
  }
}
