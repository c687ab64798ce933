import { type Static, Type } from '@sinclair/typebox'
import { viewSchema } from '../../../src/kernel/routes/resource-routes.ts'
import { Day, EnumOf, Money } from '../../../src/kernel/schema.ts'
import { orders } from '../resource.ts'
import { OrderStatus } from '../schema.ts'

const Row = viewSchema(orders, 'list')

const CostSchema = Type.Object({
  orders: Type.Integer({ minimum: 0 }),
  perTonne: Type.Integer({
    minimum: 0,
    description:
      'of these, orders of tonnes: they count with their weighed tonnes × price, which the invoice may correct'
  }),
  netOwed: Money,
  grossOwed: Money
})

export const OverviewSchema = Type.Object({
  today: Day,
  counts: Type.Array(Type.Object({ status: EnumOf(OrderStatus), count: Type.Integer({ minimum: 0 }) }), {
    description: 'of what is under way, by status: each the total of the list with that status'
  }),
  underWay: Type.Array(Row, { description: 'the next ones: planned ones first, by their day' }),
  done: Type.Array(Row, { description: 'the last ones that were completed' }),
  month: Type.Composite([CostSchema], { description: 'completed since the first of the month' }),
  year: Type.Composite([CostSchema], { description: 'completed since the first of January' }),
  peopleWhoAsk: Type.Integer({ minimum: 0, description: 'to join the company; 0 for who may not let them in' })
})

export type Overview = Static<typeof OverviewSchema>
