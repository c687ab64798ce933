/** Makes what people keep in the database for tests: files of reports, saved sets and saved views. */
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
