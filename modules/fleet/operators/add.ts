import { defineCreation } from '../../../src/kernel/commands/command.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { nameOf, type Operator, OperatorForm, refuseName } from './form.ts'
import { operatorRows } from './rows.ts'

export const addOperator = defineCreation(operatorRows)({
  name: 'fleet.addOperator',
  call: 'POST /api/Admin/RecycleOperators',
  icon: 'plus',
  tone: 'info',
  access: { ADMIN: { form: OperatorForm } },
  effects: ['reload'],
  async run({ trx, now }, operator: Operator) {
    const [made] = await query<{ id: number }>(
      trx,
      sql`insert into fleet.operators (name, is_active, created_at)
        values (${nameOf(operator)}, ${operator.isActive ?? true}, ${now})
        on conflict (lower(name)) where removed_at is null do nothing returning id`
    )
    return made ?? refuseName('operatorExists')
  }
})
