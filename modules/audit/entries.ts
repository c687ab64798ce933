/** The audit as administrators read it. It keeps ids only; people are named as they are called now, an erased one not at all. */
import { Type } from '@sinclair/typebox'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { definePage } from '../../src/kernel/metadata/pages.ts'
import { filter, startOfDay } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Day, Id, Instant, Nullable } from '../../src/kernel/schema.ts'
import { accountsNamed, leftJoinAccount, personName } from '../users/public.ts'

const AuditRow = Type.Object({
  id: Id,
  at: Instant,
  accountId: Nullable(Id),
  person: Nullable(Type.String()),
  /** Under which audience it was allowed: a role, `signedIn`, `anyone`; `system`: the application itself. */
  audience: Type.String(),
  /** The name of the command, shown by its label. */
  action: Type.String({ format: 'command' }),
  command: Type.String(),
  resourceType: Nullable(Type.String()),
  subjectIds: Type.Array(Id)
})

export const entries = defineResource({
  type: 'audit.entry',
  title: 'entry of the audit',
  titles: 'entries of the audit: every command by anyone',
  path: '/api/Admin/Audit',
  serves: ['list'],
  access: ['ADMIN'],
  schema: AuditRow,
  table: 'audit.entries',
  alias: 'entry',
  joins: { person: leftJoinAccount('person', 'entry.account_id') },
  fields: {
    at: { sql: 'entry.at' },
    accountId: { sql: 'entry.account_id', sort: ['entry.account_id'] },
    person: { sql: personName('person'), join: 'person', sort: ['entry.account_id'] },
    action: { sql: 'entry.command', sort: ['entry.command'] },
    command: { sql: 'entry.command', sort: ['entry.command'] }
  },
  filters: {
    Person: filter(Type.String({ maxLength: 50 }), text => sql`entry.account_id in (${accountsNamed(text)})`),
    Command: filter(
      Type.String({ maxLength: 50 }),
      text => sql`entry.command like ${`${text.trim().replace(/[\\%_]/g, '\\$&')}%`}`
    ),
    From: filter(Day, day => sql`entry.at >= ${startOfDay(day)}`),
    To: filter(Day, day => sql`entry.at < ${startOfDay(day, 1)}`),
    SubjectId: filter(Id, id => sql`${id} = any(${raw('entry.subject_ids')})`)
  },
  sort: '-at'
})

export const auditPage = definePage(entries, {
  id: 'audit.entries',
  route: '/config/audit',
  group: 'settings',
  place: 9,
  columns: [
    'at',
    { key: 'person', blank: 'audit.entry.nobody' },
    'action',
    { key: 'command', grow: 1.2 },
    { key: 'subjectIds', grow: 0.6 }
  ],
  filters: ['From', 'To', 'Person', 'Command'],
  selection: 'none',
  commands: []
})
