import { Type } from '@sinclair/typebox'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/http/route.ts'
import { Day, EnumOf } from '../../../src/kernel/schema.ts'
import { Region } from '../schema.ts'
import { orderStatistics } from './statistics.ts'

const Amount = Type.Integer({ minimum: 0 })

export const dashboardRoutes = [
  defineRoute({
    url: '/api/Dashboard/orders/statistics',
    access: ['ADMIN'],
    summary: 'Orders placed on a day, and orders active at its end; yesterday in Warsaw when no day is given',
    query: Type.Object({
      Date: Type.Optional(Day),
      Regions: Type.Optional(
        Type.Array(EnumOf(Region), { maxItems: 4, description: 'of the reception place; all without' })
      )
    }),
    answer: ItemResponse(
      Type.Object({
        date: Day,
        newOrdersAmount: Amount,
        activeOrdersAmount: Amount,
        containerActiveOrdersAmount: Amount,
        tonnageActiveOrdersAmount: Amount,
        vehicleActiveOrdersAmount: Amount
      })
    ),
    run: async ({ services, query: { Date: given, Regions = [] } }) => {
      const date = given || addDays(dayOf(services.now()), -1)
      return { data: { date, ...(await orderStatistics(services.db, date, Regions)) } }
    }
  })
]
