/** Recycle operators, who receive the tyres. The row of a removed one is kept for old orders, and its name can be used again. */
import { Type } from '@sinclair/typebox'
import { defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../src/kernel/pages/tabs.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id, Text, Version } from '../../src/kernel/schema.ts'
import { throwFleetError } from './errors.ts'
import { Operator } from './models.ts'
import { beforeOperatorRemoval } from './public.ts'

export const operators = defineResource({
  type: 'fleet.operator',
  title: 'recycle operator',
  path: '/api/Admin/RecycleOperators',
  access: ['ADMIN'],
  schema: Type.Object({ id: Id, version: Version, name: Type.String(), isActive: Type.Boolean() }),
  table: 'fleet.present_operators',
  alias: 'operator',
  fields: { name: { sql: 'operator.name', sort: ['lower(operator.name)'] } },
  named: 'name',
  sort: 'name'
})

/** An operator that is not active stays in its orders, and cannot be chosen for others. */
const OperatorForm = defineForm({
  schema: Type.Object({
    name: Text(100, { messages: { required: 'fleet.operator.name.required' } }),
    isActive: Type.Optional(Type.Boolean())
  }),
  initial: { isActive: true }
})

const addOperator = defineCreation(operators, {
  name: 'fleet.addOperator',
  key: 'n',
  call: 'POST /api/Admin/RecycleOperators',
  access: { ADMIN: { form: OperatorForm } },
  async run({ trx, now }, { name, isActive = true }) {
    const unique = trx.raw('(lower(name)) where removed_at is null')
    const operator = { name: name.trim(), isActive, createdAt: now }
    const { id } = await Operator.query(trx).insert(operator).onConflict(unique).ignore()
    return id ? { id } : throwFleetError.at('name', 'operatorExists')
  }
})

const editOperator = defineCommand(operators, {
  name: 'fleet.editOperator',
  key: 'e',
  call: 'PUT /api/Admin/RecycleOperators/:id',
  repeatsId: 'id',
  icon: 'pencil',
  access: { ADMIN: { form: OperatorForm } },
  async run({ trx }, operator, { name, isActive = operator.isActive }) {
    const sameName = Operator.query(trx).whereNull('removed_at').whereRaw('lower(name) = lower(?)', name.trim())
    if (await sameName.whereNot('id', operator.id).first()) throwFleetError.at('name', 'operatorTaken')
    await Operator.query(trx).findById(operator.id).patch({ name: name.trim(), isActive })
  }
})

const removeOperator = defineCommand(operators, {
  name: 'fleet.removeOperator',
  call: 'DELETE /api/Admin/RecycleOperators/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  async run(context, { id }) {
    await beforeOperatorRemoval.check(context, [id])
    await Operator.query(context.trx).findById(id).patch({ removedAt: context.now })
  }
})

export const operatorCommands = [addOperator, editOperator, removeOperator]

export const operatorsPage = definePage(operators, {
  id: 'fleet.operators',
  route: '/config/operators',
  group: 'settings',
  place: 4,
  columns: [{ key: 'name', grow: 2 }, 'isActive'],
  commands: [addOperator, editOperator, removeOperator],
  panel: [
    detailsTab(operators, ['name', 'isActive'], { commands: [editOperator, removeOperator] }),
    historyTab(operators)
  ]
})
