/** What a day begins with: the routes of today and tomorrow, how many of their drivers were notified, and what waits for accounting. */
import { Type } from '@sinclair/typebox'
import { addDays } from '../../../src/contract/days.ts'
import { type Database, query, queryOne } from '../../../src/kernel/database/sql.ts'
import { Day } from '../../../src/kernel/schema.ts'
import { routesWithin, waitingForAccounting } from '../../orders/public.ts'

const Amount = Type.Integer({ minimum: 0 })

export const Routes = Type.Array(
  Type.Object({
    day: Day,
    number: Type.Integer({ minimum: 1, description: 'within its day' }),
    vehicle: Type.String({ description: 'its plate' }),
    driver: Type.String(),
    places: Amount,
    orders: Amount,
    notified: Type.Integer({ minimum: 0, description: 'orders whose driver was notified' }),
    finished: Amount
  }),
  { description: 'of today and tomorrow' }
)

export const Accounting = Type.Object(
  { unsent: Amount, queued: Amount, failed: Amount, uninvoiced: Amount },
  { description: 'completed orders, by what accounting has of them' }
)

interface Route {
  readonly day: string
  readonly number: number
  readonly vehicle: string
  readonly driver: string
  readonly places: number
  readonly orders: number
  readonly notified: number
  readonly finished: number
}

const nothing = { unsent: 0, queued: 0, failed: 0, uninvoiced: 0 }

export async function atTheBeginning(database: Database, today: string) {
  const [routes, accounting] = await Promise.all([
    query<Route>(database, routesWithin({ from: today, to: addDays(today, 1) })),
    queryOne<typeof nothing>(database, waitingForAccounting)
  ])
  return { routes, accounting: accounting ?? nothing }
}
