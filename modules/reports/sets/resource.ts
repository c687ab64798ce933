/** Saved sets: the parameters and the arrangement of a report under a name. Each belongs to one person. */
import { Type } from '@sinclair/typebox'
import { sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { Id, Version } from '../../../src/kernel/schema.ts'

export const savedSets = defineResource({
  type: 'reports.savedSet',
  title: 'saved set of a report',
  titles: 'saved sets of reports',
  path: '/api/Admin/Reports/sets',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    accountId: Id,
    reportId: Id,
    name: Type.String(),
    query: Type.String({ description: 'of the report’s call' }),
    isMonthly: Type.Boolean({ description: 'sent by e-mail after each month' })
  }),
  table: 'reports.saved_sets',
  alias: 'saved',
  fields: {
    reportId: 'report',
    isMonthly: { sql: '(saved.monthly_since is not null)' },
    name: { sql: 'saved.name', sort: ['lower(saved.name)'] }
  },
  named: 'name',
  filters: {
    ReportId: filter(Id, id => sql`saved.report = ${id}`),
    Own: filter(Type.Boolean(), (own, { accountId }) => sql`(saved.account_id = ${accountId}) = ${own}`)
  },
  sort: 'name'
})
