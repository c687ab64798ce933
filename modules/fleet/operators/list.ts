import { defineLink } from '../../../src/kernel/command.ts'
import { defineList, type Panel } from '../../../src/kernel/pages.ts'
import { OperatorRow } from '../schema.ts'
import { addOperator } from './add.ts'
import { editOperator } from './edit.ts'
import { removeOperator } from './remove.ts'
import { operatorsRoute } from './routes.ts'
import { operatorRows } from './rows.ts'

const panel: Panel = {
  name: 'fleet.operatorPanel',
  title: 'fleet.operatorPanel.title',
  tabs: [
    {
      name: 'details',
      title: 'fleet.details',
      kind: 'fields',
      load: `${operatorsRoute.url}/:id`,
      schema: OperatorRow,
      noun: operatorRows.noun,
      commands: [editOperator, removeOperator],
      fields: ['name', 'isActive']
    },
    {
      name: 'history',
      title: 'fleet.history',
      kind: 'timeline',
      load: `${operatorsRoute.url}/:id/history`,
      rows: operatorRows
    }
  ]
}

const see = defineLink(operatorRows)({
  name: 'fleet.seeOperator',
  icon: 'eye',
  selection: 'one',
  for: { ADMIN: {} },
  open: panel.name
})

export const operatorsPage = defineList(operatorRows)({
  id: 'fleet.operators',
  route: '/config/operators',
  group: 'settings',
  for: ['ADMIN'],
  call: operatorsRoute.url,
  columns: [{ key: 'name', grow: 2 }, 'isActive'],
  sort: 'name',
  commands: [addOperator, see, editOperator, removeOperator],
  panel
})
