import { Type } from '@sinclair/typebox'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { answerList } from '../../../src/kernel/lists/answer-list.ts'
import { businessDay } from '../../../src/kernel/resources/fields.ts'
import { maxLimit, viewSchema } from '../../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Day, Money, Nullable } from '../../../src/kernel/schema.ts'
import { itemsOf } from '../../catalogue/public.ts'
import { DigitPrice } from '../schema.ts'
import { dayText, pricesText } from './now.ts'
import { pricePeriods } from './resource.ts'

/** The changes that are planned for an item's prices, as the form that withdraws one of them offers them. */
export const plannedChanges = '/api/Admin/Prices/:id/planned'

/** Throws 404 unless there is such an item. Its prices may have been withdrawn. */
async function requireItem(database: Database, id: number): Promise<void> {
  const items = await itemsOf(database, 'pl')
  orNotFound(items.find(item => item.id === id))
}

export const periodRoutes = [
  defineRoute({
    url: '/api/Admin/Prices/:id/validity',
    access: ['ADMIN'],
    summary: 'Since when which price of an item is valid, newest first; also where all prices were withdrawn',
    query: Type.Object({
      page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
      limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: maxLimit })
    }),
    answer: ListResponse(viewSchema(pricePeriods, 'list')),
    run: async ({ services: { db }, caller, id, query: asked, reply }) => {
      await requireItem(db, id)
      reply.type('application/json; charset=utf-8')
      return answerList(db, pricePeriods, { ...asked, filters: { OrderTypeItemId: id } }, caller)
    }
  }),
  defineRoute({
    url: plannedChanges,
    access: ['ADMIN'],
    summary: 'Changes that are planned for the prices of an item, the next one first',
    answer: ListResponse(
      Type.Object({
        validFrom: Day,
        name: Type.String({
          description: 'the day, and the prices from then on; 2x-xxx: of postal codes, –: withdrawn'
        }),
        prices: Type.Array(
          Type.Object({ postalDigit: Nullable(DigitPrice.properties.postalCodePrefix), value: Nullable(Money) })
        )
      })
    ),
    run: async ({ services: { db }, id }) => {
      await requireItem(db, id)
      const data = await query(
        db,
        sql`select to_char(planned.day, 'YYYY-MM-DD') as "validFrom",
            ${raw(dayText('planned.day'))} || ': ' || ${raw(pricesText('planned'))} as name,
            json_agg(json_build_object('postalDigit', planned.digit::text, 'value', planned.value)
              order by planned.digit nulls first) as prices
          from (select ${raw(businessDay('at'))} as day, digit, value from pricing.planned_prices
            where order_type_item_id = ${id}) planned
          group by planned.day order by planned.day`
      )
      return { data, total: data.length }
    }
  })
]
