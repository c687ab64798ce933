import { readOne } from '../../../src/kernel/reading.ts'
import { defineListRoute, defineRoute, found, Many, Single } from '../../../src/kernel/routes.ts'
import { HistoryEntry, historyOf } from '../../../src/kernel/timeline.ts'
import { OperatorRow } from '../schema.ts'
import { operatorRows } from './rows.ts'

export const operatorsRoute = defineListRoute({
  url: '/api/Admin/RecycleOperators',
  for: ['ADMIN'],
  summary: 'Recycle operators that are not removed',
  rows: operatorRows,
  sort: 'name',
  sortable: ['name', 'isActive']
})

export const operatorRoutes = [
  operatorsRoute,
  defineRoute({
    url: '/api/Admin/RecycleOperators/:id',
    for: ['ADMIN'],
    summary: 'One recycle operator',
    answer: Single(OperatorRow),
    run: async ({ services, caller, id }) => ({ data: found(await readOne(services.db, operatorRows, id, caller)) })
  }),
  defineRoute({
    url: '/api/Admin/RecycleOperators/:id/history',
    for: ['ADMIN'],
    summary: 'What was changed of a recycle operator, newest first',
    answer: Many(HistoryEntry),
    run: async ({ services, caller, id }) => {
      found(await readOne(services.db, operatorRows, id, caller))
      return historyOf(services, operatorRows, id, caller)
    }
  })
]
