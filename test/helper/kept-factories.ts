/** Makes what people keep in the database for tests: documents, files of reports, saved sets and saved views. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { rowOf, type SecurityEvent, writeSecurityRows } from '../../src/kernel/security/events.ts'
import { anAccount, aVehicle, inserted, next } from './factories.ts'

/** A file of the orders report of October 2026, whose job nobody has. */
export const aReportFile = (
  db: Knex,
  {
    accountId,
    status = 0,
    attempts = 0,
    blobName = null
  }: { accountId: number; status?: number; attempts?: number; blobName?: string | null }
): Promise<{ id: number }> =>
  inserted(db, 'reports.files', {
    account_id: accountId,
    report: 1,
    query: '@DateFrom=2026-10-01&@DateTo=2026-10-31&OrderBy=number',
    language: 1,
    file_name: 'Zamówienia.xlsx',
    status,
    attempts,
    blob_name: blobName,
    created_at: new Date('2026-11-20T12:00:00Z')
  })

/** A saved set of the orders report. */
export const aSavedSet = (db: Knex, accountId: number): Promise<{ id: number }> =>
  inserted(db, 'reports.saved_sets', {
    account_id: accountId,
    report: 1,
    name: `Zestaw ${next()}`,
    query: 'OrderBy=number',
    created_at: new Date()
  })

/** A saved view of the new orders. */
export const aSavedView = (
  db: Knex,
  accountId: number,
  { page = 'orders.new', name = `Widok ${next()}`, isShared = false, state = {} as object } = {}
): Promise<{ id: number }> =>
  inserted(db, 'views.saved_views', {
    account_id: accountId,
    page,
    name,
    is_shared: isShared,
    state: JSON.stringify(state),
    created_at: new Date()
  })

/** A calendar of the account, of the company's collections. The token is `token`. */
export const aCalendar = (
  db: Knex,
  { accountId, companyId, token = randomUUID() }: { accountId: number; companyId: number; token?: string }
): Promise<{ id: number }> =>
  inserted(db, 'integrations.calendars', {
    account_id: accountId,
    kind: 1,
    company_id: companyId,
    token_hash: createHash('sha256').update(token).digest('base64url'),
    created_at: new Date()
  })

/** A service round of the account, with one stop. One that is under way before it has ended. */
export async function aRound(db: Knex, accountId: number, containerId: number): Promise<{ id: number }> {
  const now = new Date()
  await db('iot.rounds').where({ account_id: accountId, ended_at: null }).update({ ended_at: now })
  const round = await inserted<{ id: number }>(db, 'iot.rounds', {
    account_id: accountId,
    begun_at: now,
    changed_at: now
  })
  await db('iot.round_stops').insert({ round_id: round.id, container_id: containerId, place: 1 })
  return round
}

export interface ADocument {
  readonly id: number
  readonly blobName: string
}

/** A contract of the company in the buffer, with the record of a file whose bytes are nowhere. */
export async function aDocument(
  db: Knex,
  given: {
    companyId: number
    createdBy: number
    departmentId?: number
    byClient?: boolean
    name?: string
    type?: number
    status?: number
  }
): Promise<ADocument> {
  const {
    companyId,
    createdBy,
    departmentId = null,
    byClient = false,
    name = 'umowa.pdf',
    type = 0,
    status = 0
  } = given
  // A correction corrects a canceled document.
  const corrected = status === 3 ? await aDocument(db, { ...given, status: 2 }) : undefined
  const { id } = await inserted<{ id: number }>(db, 'warehouse.documents', {
    corrects_id: corrected?.id ?? null,
    number: `T/2026/${next()}`,
    document_type: type,
    document_status: status,
    document_date: '2026-05-04',
    company_id: companyId,
    department_id: departmentId,
    entered_by_client: byClient,
    created_by: createdBy,
    created_at: new Date()
  })
  const blobName = `documents/2026-05/${randomUUID()}.pdf`
  await inserted(db, 'files.files', {
    folder: 'documents',
    owner_id: id,
    blob_name: blobName,
    original_name: name,
    content_type: 'application/pdf',
    size: 1,
    sha256: '0'.repeat(64),
    created_by: createdBy,
    created_at: new Date()
  })
  return { id, blobName }
}

/** A security event, written at once; gives its id. */
export async function aSecurityEvent(
  db: Knex,
  event: SecurityEvent = { kind: 'signInFailed' },
  at = new Date()
): Promise<number> {
  await writeSecurityRows(db, [rowOf({ tokenSecret: 'of the tests' }, event, at)])
  const newest = (await db('audit.security_events').max('id as id').first()) as { id: number }
  return newest.id
}

/** A letter of an account that no mail server took. */
export const aFailedJob = (db: Knex): Promise<{ id: number }> =>
  inserted(db, 'kernel.failed_jobs', {
    queue: 'users.letter',
    job: randomUUID(),
    failed_at: new Date(),
    tries: 11,
    reason: 'away'
  })

/** An SMS to the account that did not arrive. */
export function aFailedMessage(db: Knex, accountId: number): Promise<{ id: number }> {
  const now = new Date()
  const sms = { channel: 0, type: 5, address: '501502503', body: 'x', status: 3, error: 3 }
  return inserted(db, 'notifications.messages', { account_id: accountId, ...sms, created_at: now, sent_date: now })
}

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

/** A scale in the store. */
export const aScale = (db: Knex, storeId: number): Promise<{ id: number }> =>
  inserted(db, 'weights.scales', { name: `Waga ${next()}`, internal_store_id: storeId, created_at: new Date() })

/** A weigh ticket of a new vehicle, 5,000 kg net, without orders. */
export async function aWeighTicket(db: Knex, storeId: number): Promise<{ id: number }> {
  const [number, at] = [`KW/2026/${next()}`, new Date()]
  return inserted(db, 'weights.tickets', {
    ...{ number, internal_store_id: storeId, vehicle_id: (await aVehicle(db)).id, tare_origin: 0 },
    ...{ at, created_at: at, gross: 13_000, tare: 8_000 }
  })
}

/** A reading of a new scale in the store. */
export async function aScaleReading(db: Knex, storeId: number): Promise<{ id: number }> {
  const [{ id }, at] = [await aScale(db, storeId), new Date()]
  return inserted(db, 'weights.readings', {
    ...{ scale_id: id, key: randomUUID(), weight: 12_340, at, received_at: at, raw: 'S S 12340 kg' }
  })
}

/** A transfer card as it was read: on its way to us, who are its receiver. */
export const aTransferCard = (
  db: Knex,
  more: Readonly<Record<string, unknown>> = {}
): Promise<{ id: number; number: string }> => {
  const at = new Date()
  const n = next()
  return inserted(db, 'waste.cards', {
    ...{ register_id: `K${n}`, number: `KPO/2026/${n}`, state: 2, modified_at: at, revision: 0, year: 2026 },
    ...{
      waste_code: '16 01 03',
      waste_code_description: 'Zużyte opony',
      plate: 'LCH 12345',
      planned_at: at,
      mass: 2.5
    },
    ...{ sender_name: 'Wulkan', sender_tax_number: '5252248481', sender_number: '000012345/1' },
    ...{ carrier_name: 'Opony', receiver_name: 'Opony', receiver_number: '000099999/1', receiver_eup: 'P1' },
    ...{ listed_at: at, listed_state: 2, listed_revision: 0, is_due: false, due_at: at, read_at: at, created_at: at },
    ...more
  })
}

/** Keys of the register of a company, in place of those that it has; they open nothing. */
export async function someClientKeys(db: Knex, companyId: number): Promise<{ id: number }> {
  await db('waste.client_keys').where({ company_id: companyId }).delete()
  return inserted(db, 'waste.client_keys', {
    ...{ company_id: companyId, secret: randomBytes(40), hint: 'a1b2', register_company: 'company' },
    ...{
      places: JSON.stringify([{ id: 'P1', number: '1', name: 'Warsztat', address: 'Polna 1, Chełm' }]),
      created_at: new Date()
    }
  })
}

/** A card that is made from an order, and waits. */
export const aCardDraft = (
  db: Knex,
  { orderId, companyId, plate = 'LCH12345' }: { orderId: number; companyId: number; plate?: string }
): Promise<{ id: number }> => {
  const at = new Date()
  return inserted(db, 'waste.drafts', {
    ...{ order_id: orderId, company_id: companyId, place: 'P1', waste_code: '16 01 03', process: 'R12', plate },
    ...{ mass: 2.5, planned_at: at, created_at: at, due_at: at }
  })
}

/** The list of the register that a receiver's place has, read now. */
export const aPoll = (db: Knex, more: Readonly<Record<string, unknown>> = {}): Promise<{ id: number }> => {
  const at = new Date()
  return inserted(db, 'waste.polls', {
    ...{ kind: 2, place: `P${next()}`, place_name: 'Plac w Chełmie', next_at: at, created_at: at, read_at: at },
    ...more
  })
}

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
