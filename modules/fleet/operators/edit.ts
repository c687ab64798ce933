import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { nameOf, type Operator, OperatorForm, refuseName } from './form.ts'
import { operatorRows } from './rows.ts'

/** Orders show an operator by the name that it has now. */
export const editOperator = defineCommand(operatorRows)({
  name: 'fleet.editOperator',
  call: 'PUT /api/Admin/RecycleOperators/:id',
  icon: 'pencil',
  selection: 'one',
  access: { ADMIN: { form: OperatorForm } },
  effects: ['reload'],
  async run({ trx }, { id, isActive }, operator: Operator) {
    const name = nameOf(operator)
    const taken = await queryOne(
      trx,
      sql`select o.id from fleet.present_operators o where lower(o.name) = lower(${name}) and o.id <> ${id}`
    )
    if (taken) refuseName('operatorTaken')
    await query(
      trx,
      sql`update fleet.operators set name = ${name}, is_active = ${operator.isActive ?? isActive} where id = ${id}`
    )
  }
})
