import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { askVetoes } from '../../../src/kernel/registries.ts'
import { operatorRows } from './rows.ts'

/** The row stays for old orders; the name is free again. */
export const removeOperator = defineCommand(operatorRows)({
  name: 'fleet.removeOperator',
  call: 'DELETE /api/Admin/RecycleOperators/:id',
  icon: 'trash',
  tone: 'danger',
  selection: 'one',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove', 'deselect'],
  async run({ trx, now, services }, { id }) {
    await askVetoes(services.registries, 'fleet.removeOperator', trx, [id])
    await query(trx, sql`update fleet.operators set removed_at = ${now} where id = ${id}`)
  }
})
