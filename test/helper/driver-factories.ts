/** Makes phones of drivers, and what they send. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { anAccount, inserted } from './factories.ts'

/** A phone of a new driver (or of the given one) that was connected; nobody has its token. */
export async function aDriverDevice(db: Knex, accountId?: number): Promise<{ id: number }> {
  const account = accountId ?? (await anAccount(db, { role: 'DRIVER', password: null })).id
  const [at, sessionId] = [new Date(), randomUUID()]
  await db('users.sessions').insert({
    ...{ id: sessionId, account_id: account, policy: 'portal', created_at: at, expires_at: new Date('2100-01-01') }
  })
  return inserted(db, 'driver.devices', {
    ...{ account_id: account, name: 'Samsung A14', code_expires_at: at, invited_at: at, connected_at: at },
    ...{ token_hash: randomBytes(32), session_id: sessionId }
  })
}

/** A photo that a new driver has taken at the order, after it was finished; the server has its bytes. */
export async function aDriverEvent(
  db: Knex,
  orderId: number,
  more: Readonly<Record<string, unknown>> = {}
): Promise<{ id: number }> {
  const { id: accountId } = await anAccount(db, { role: 'DRIVER', password: null })
  const [at, key] = [new Date(), randomUUID()]
  const photo = await inserted<{ id: number }>(db, 'driver.photos', { key, account_id: accountId, created_at: at })
  await db('files.files').insert({
    ...{ folder: 'driverphotos', owner_id: photo.id, blob_name: `driverphotos/2026-06/${randomUUID()}.png` },
    ...{ original_name: `${key}.png`, content_type: 'image/png', size: 1, sha256: '0'.repeat(64) },
    ...{ created_by: accountId, created_at: at }
  })
  return inserted(db, 'driver.events', {
    ...{ key: randomUUID(), account_id: accountId, order_id: orderId, type: 4, at, sent_at: at, received_at: at },
    ...{ occurred_at: at, data: JSON.stringify({ photoId: key, kind: 'before' }), hash: randomBytes(32) },
    ...{ state: 1, reason: 1 },
    ...more
  })
}
