/** Makes what other systems use: webhooks, keys, files for accounting, imports. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { anAccount, inserted, next } from './factories.ts'

/** A webhook of all of the business, whose secret nobody knows. */
export async function aWebhook(db: Knex, { isOff = false } = {}): Promise<{ id: number }> {
  return inserted(db, 'integrations.webhooks', {
    url: `https://example.com/${next()}`,
    types: ['order.accepted'],
    secret: Buffer.alloc(60),
    created_at: new Date(),
    turned_off_at: isOff ? new Date() : null,
    off_reason: isOff ? 0 : null
  })
}

/** An attempt of a new webhook, of an event that is kept. */
export async function anAttempt(db: Knex): Promise<{ id: number }> {
  const webhook = await aWebhook(db)
  const place = 1_000_000_000 + next()
  const about = { type: 'order.accepted', place }
  const happened = { version: 1, subject_type: 'orders.order', subject_id: 1, at: new Date(), data: '{}' }
  await db('kernel.events').insert({ ...about, ...happened })
  const at = new Date()
  const delivery = await inserted<{ id: number }>(db, 'integrations.deliveries', {
    ...about,
    webhook_id: webhook.id,
    subject: 'orders.order 1',
    created_at: at,
    due_at: at,
    body: '{}'
  })
  const outcome = { milliseconds: 5, outcome: 1, status: 500 }
  return inserted(db, 'integrations.attempts', { webhook_id: webhook.id, delivery_id: delivery.id, at, ...outcome })
}

/** A key that nobody has. */
export async function anApiKey(db: Knex): Promise<{ id: number }> {
  const account = await anAccount(db, { role: null, password: null })
  return inserted(db, 'integrations.api_keys', {
    name: `Program ${next()}`,
    hash: randomBytes(32),
    hint: 'abcd',
    scopes: ['orders:read'],
    account_id: account.id,
    session_id: randomUUID(),
    calls_per_minute: 600,
    created_at: new Date()
  })
}

/** A file for accounting of a day on which nothing was completed. */
export const anAccountingFile = (db: Knex, day = '2020-02-29'): Promise<{ id: number }> =>
  inserted(db, 'integrations.accounting_runs', {
    ...{ date_from: day, date_to: day, created_at: new Date(), source: 'OPONY', target: 'KSIEG' },
    ...{ documents: 0, gross: 0, new_documents: 0, changed_documents: 0, gone_documents: 0, left_out: 0 }
  })

/** An import of clients that was checked, with a row that is right. */
export async function anImport(
  db: Knex,
  { hasFile = false, isApplied = false }: { hasFile?: boolean; isApplied?: boolean } = {}
): Promise<{ id: number }> {
  const account = await anAccount(db, { password: null })
  const at = new Date()
  const blob = `imports/2026-01/${randomUUID()}.csv`
  const made = await inserted<{ id: number }>(db, 'imports.imports', {
    kind: 'clients',
    account_id: account.id,
    blob_name: blob,
    state: isApplied ? 4 : 1,
    dry_run: true,
    rows: 1,
    good: 1,
    created_at: at,
    checked_at: at,
    applied_at: isApplied ? at : null
  })
  await db('imports.progress').insert({ import_id: made.id })
  if (hasFile)
    await db('files.files').insert({
      folder: 'imports',
      owner_id: made.id,
      blob_name: blob,
      original_name: 'klienci.csv',
      content_type: 'text/csv',
      size: 1,
      sha256: '0'.repeat(64),
      created_by: account.id,
      created_at: at
    })
  return made
}
