/** Makes documents of the warehouse, with their files. */
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { inserted, next } from './factories.ts'

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
