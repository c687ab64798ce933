import { raw } from '../../../src/kernel/database/sql.ts'
import { defineRows } from '../../../src/kernel/resources/rows.ts'
import { OperatorRow } from '../schema.ts'

/** Operators that are not removed. */
export const operatorRows = defineRows({
  type: 'fleet.operator',
  schema: OperatorRow,
  table: 'fleet.present_operators',
  alias: 'o',
  fields: {
    id: 'o.id',
    version: 'o.version',
    name: { sql: 'o.name', sort: ['lower(o.name)'] },
    isActive: 'o.is_active'
  },
  visibleTo: () => raw('false')
})
