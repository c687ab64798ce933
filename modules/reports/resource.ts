/** The reports as a list: they are data of this module, not rows of a table. */
import { Type } from '@sinclair/typebox'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { label } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../src/kernel/schema.ts'
import { ReportName } from './schema.ts'

export const reportList = defineResource({
  type: 'reports.report',
  title: 'report',
  path: '/api/Admin/Reports',
  serves: ['list'],
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, name: Type.String(), description: Type.String(), code: EnumOf(ReportName) }),
  table: `(select unnest(array[${codesOf(ReportName).join()}]) as id)`,
  alias: 'report',
  fields: {
    name: label(ReportName, 'report.id', new URL('./messages/', import.meta.url)),
    description: label(ReportName, 'report.id', new URL('./messages/', import.meta.url), 'description'),
    code: 'id'
  },
  sort: 'code'
})
