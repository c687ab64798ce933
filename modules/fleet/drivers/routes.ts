import { HistoryEntry, historyOf } from '../../../src/kernel/history/timeline.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../../src/kernel/http/route.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { DriverRow } from '../schema.ts'
import { driverRows } from './rows.ts'

export const driversRoute = defineListRoute({
  url: '/api/Admin/Users/drivers',
  access: ['ADMIN'],
  summary: 'Drivers',
  rows: driverRows,
  sort: 'lastName',
  sortable: ['lastName', 'firstName', 'phone', 'email'],
  pageSize: 100
})

export const driverRoutes = [
  driversRoute,
  defineRoute({
    url: '/api/Admin/Users/drivers/:id',
    access: ['ADMIN'],
    summary: 'One driver',
    answer: ItemResponse(DriverRow),
    run: async ({ services, caller, id }) => ({ data: orNotFound(await readOne(services.db, driverRows, id, caller)) })
  }),
  defineRoute({
    url: '/api/Admin/Users/drivers/:id/history',
    access: ['ADMIN'],
    summary: 'What was changed of a driver, newest first; which fields, and not what stood in them',
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, driverRows, id, caller))
      return historyOf(services, driverRows, id, caller)
    }
  })
]
