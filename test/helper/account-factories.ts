/** Makes what accounts keep of their own: files of reports, saved sets and views, calendars, service rounds. */
import { createHash, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { inserted, next } from './factories.ts'

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
