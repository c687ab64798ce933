/** The answer of the call that fills the dashboard. The browser uses the types of this file. */
import { type Static, Type } from '@sinclair/typebox'
import { Day, EnumOf, Id, Instant, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderStatus } from '../../orders/schema.ts'

const Amount = Type.Integer({ minimum: 0 })

const Routes = Type.Array(
  Type.Object({
    day: Day,
    number: Type.Integer({ minimum: 1, description: 'within its day' }),
    vehicleId: Id,
    vehicle: Type.String({ description: 'its plate' }),
    driver: Type.String(),
    places: Amount,
    orders: Amount,
    notified: Type.Integer({ minimum: 0, description: 'orders whose driver was notified' }),
    finished: Amount
  }),
  { description: 'of today and tomorrow' }
)

const Accounting = Type.Object(
  { unsent: Amount, unnumbered: Amount, queued: Amount, failed: Amount, uninvoiced: Amount },
  { description: 'completed orders, by what accounting has of them' }
)

export const Overview = Type.Object({
  asOf: Instant,
  days: Type.Array(Day, { description: 'the last of them is today' }),
  orders: Type.Array(
    Type.Object({ status: EnumOf(OrderStatus), counts: Type.Array(Amount, { description: 'one a day' }) }),
    { description: 'orders placed on each day, by the status that they have now' }
  ),
  weeks: Type.Array(Type.Object({ from: Day, tonnes: Tonnes }), {
    description: 'what was finished, by weeks from Monday'
  }),
  planned: Type.Object({
    days: Type.Array(Day, { description: 'the first of them is today' }),
    vehicles: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'its plate' }),
        driver: Type.String(),
        capacity: Tonnes,
        tonnes: Type.Array(Tonnes, { description: 'one a day' })
      }),
      { description: 'those that have something planned' }
    )
  }),
  containers: Type.Object({ silent: Amount, low: Amount, critical: Amount }),
  routes: Routes,
  accounting: Accounting
})

export type OverviewData = Static<typeof Overview>
export type DayRoute = OverviewData['routes'][number]
