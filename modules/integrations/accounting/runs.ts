/** Runs: each is a period's file, with the documents that were in it. */
import { sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { DocumentChange, DocumentRow, RunRow } from './schema.ts'

export const runs = defineResource({
  type: 'integrations.run',
  title: 'file for accounting',
  titles: 'files for accounting',
  path: '/api/Admin/AccountingFiles',
  access: ['ADMIN'],
  schema: RunRow,
  table: 'integrations.accounting_runs',
  alias: 'run',
  fields: {
    period: {
      sql: `to_char(run.date_from, 'DD.MM.YYYY') || ' – ' || to_char(run.date_to, 'DD.MM.YYYY')`,
      sort: ['run.date_from', 'run.date_to']
    },
    dateFrom: { sql: `to_char(run.date_from, 'YYYY-MM-DD')`, sort: ['run.date_from'] },
    dateTo: { sql: `to_char(run.date_to, 'YYYY-MM-DD')`, sort: ['run.date_to'] }
  },
  named: 'period',
  sort: '-createdAt'
})

export const documents = defineResource({
  type: 'integrations.document',
  title: 'document in a file for accounting',
  titles: 'documents in files for accounting',
  path: '/api/Admin/AccountingDocuments',
  serves: ['list'],
  access: ['ADMIN'],
  schema: DocumentRow,
  table: 'integrations.accounting_documents',
  alias: 'document',
  filters: {
    RunId: filter(Id, id => sql`document.run_id = ${id}`),
    Change: filter(EnumOf(DocumentChange), change => sql`document.change = ${change}`)
  },
  named: 'number',
  sort: 'id'
})
