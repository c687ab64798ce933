import { readOne } from '../../../src/kernel/reading.ts'
import { defineListRoute, defineRoute, found, Many, Single } from '../../../src/kernel/routes.ts'
import { HistoryEntry, historyOf } from '../../../src/kernel/timeline.ts'
import { DriverRow } from '../schema.ts'
import { driverRows } from './rows.ts'

export const driversRoute = defineListRoute({
  url: '/api/Admin/Users/drivers',
  for: ['ADMIN'],
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
    for: ['ADMIN'],
    summary: 'One driver',
    answer: Single(DriverRow),
    run: async ({ services, caller, id }) => ({ data: found(await readOne(services.db, driverRows, id, caller)) })
  }),
  defineRoute({
    url: '/api/Admin/Users/drivers/:id/history',
    for: ['ADMIN'],
    summary: 'What was changed of a driver, newest first; which fields, and not what stood in them',
    answer: Many(HistoryEntry),
    run: async ({ services, caller, id }) => {
      found(await readOne(services.db, driverRows, id, caller))
      return historyOf(services, driverRows, id, caller)
    }
  })
]
