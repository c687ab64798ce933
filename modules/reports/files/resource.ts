/** Files of reports: those that were too large to be made while somebody waits, and those of each month. */
import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Instant, Version } from '../../../src/kernel/schema.ts'

export const FileStatus = vocabulary('reports.fileStatus', {
  waiting: { code: 0 },
  inProgress: { code: 1, tone: 'info' },
  ready: { code: 2, tone: 'success' },
  failed: { code: 3, tone: 'danger' }
})

export const reportFiles = defineResource({
  type: 'reports.file',
  title: 'file of a report',
  titles: 'files of reports',
  path: '/api/Admin/Reports/files',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    fileName: Type.String(),
    status: EnumOf(FileStatus),
    rowsWritten: Type.Integer({ minimum: 0 }),
    createdAt: Instant
  }),
  table: 'reports.files',
  alias: 'file',
  named: 'fileName',
  filters: {
    ReportId: filter(Id, id => sql`file.report = ${id}`),
    Own: filter(Type.Boolean(), (own, { accountId }) => sql`(file.account_id = ${accountId}) = ${own}`)
  },
  sort: '-createdAt'
})
