import { defineLink } from '../../../src/kernel/commands/command.ts'
import { defineList, type Panel } from '../../../src/kernel/metadata/pages.ts'
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
      resourceType: operatorRows.type,
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
  access: { ADMIN: {} },
  open: panel.name
})

export const operatorsPage = defineList(operatorRows)({
  id: 'fleet.operators',
  route: '/config/operators',
  group: 'settings',
  access: ['ADMIN'],
  call: operatorsRoute.url,
  columns: [{ key: 'name', grow: 2 }, 'isActive'],
  sort: 'name',
  commands: [addOperator, see, editOperator, removeOperator],
  panel
})
