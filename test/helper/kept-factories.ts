/** Makes what people keep in the database for tests: documents, files of reports, saved sets and saved views. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { rowOf, type SecurityEvent, writeSecurityRows } from '../../src/kernel/security/events.ts'
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
