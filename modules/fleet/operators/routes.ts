import { HistoryEntry, historyOf } from '../../../src/kernel/history/timeline.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../../src/kernel/http/route.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { OperatorRow } from '../schema.ts'
import { operatorRows } from './rows.ts'

export const operatorsRoute = defineListRoute({
  url: '/api/Admin/RecycleOperators',
  access: ['ADMIN'],
  summary: 'Recycle operators that are not removed',
  rows: operatorRows,
  sort: 'name',
  sortable: ['name', 'isActive']
})

export const operatorRoutes = [
  operatorsRoute,
  defineRoute({
    url: '/api/Admin/RecycleOperators/:id',
    access: ['ADMIN'],
    summary: 'One recycle operator',
    answer: ItemResponse(OperatorRow),
    run: async ({ services, caller, id }) => ({
      data: orNotFound(await readOne(services.db, operatorRows, id, caller))
    })
  }),
  defineRoute({
    url: '/api/Admin/RecycleOperators/:id/history',
    access: ['ADMIN'],
    summary: 'What was changed of a recycle operator, newest first',
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, operatorRows, id, caller))
      return historyOf(services, operatorRows, id, caller)
    }
  })
]
