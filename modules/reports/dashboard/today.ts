/**
 * The work of the day: the routes of today and tomorrow, how many of their drivers were notified, and what waits for accounting.
 */
import { addDays } from '../../../src/contract/days.ts'
import { type Database, query, queryOne } from '../../../src/kernel/database/sql.ts'
import { routesWithin, waitingForAccounting } from '../../orders/public.ts'
import type { DayRoute, OverviewData } from './schema.ts'

const nothing: OverviewData['accounting'] = { unsent: 0, queued: 0, failed: 0, uninvoiced: 0 }

export async function atTheBeginning(database: Database, today: string) {
  const [routes, accounting] = await Promise.all([
    query<DayRoute>(database, routesWithin({ from: today, to: addDays(today, 1) })),
    queryOne<OverviewData['accounting']>(database, waitingForAccounting)
  ])
  return { routes, accounting: accounting ?? nothing }
}
