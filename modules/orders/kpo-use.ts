/** Where the number of a waste transfer card (KPO) is used already. A card belongs to one collection, so that the form of a finish warns. */
import { Type } from '@sinclair/typebox'
import { isOneOf, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../src/kernel/routes/route.ts'
import { Nullable } from '../../src/kernel/schema.ts'
import { Kpo } from './forms.ts'
import { OrderStatus } from './schema.ts'

const { completed, invoiced } = OrderStatus

export const kpoUseRoute = defineRoute({
  url: '/api/Admin/Orders/:id/kpo-use',
  access: ['ADMIN'],
  summary: 'The number of another order that was finished with this KPO number',
  query: Type.Object({ kpo: Type.String({ maxLength: Kpo.maxLength }) }),
  answer: ItemResponse(
    Type.Object({ number: Nullable(Type.String({ description: 'of the order; null: none has it' })) })
  ),
  run: async ({ services: { db }, id, query: { kpo } }) => {
    const found = await queryOne<{ number: string | null }>(
      db,
      sql`select other.number from orders.orders own left join lateral (
          select o.number from orders.orders o
          where ${isOneOf('o.status', [completed, invoiced])} and o.kpo = ${kpo.trim()} and o.id <> own.id
          order by o.finished_at desc, o.id desc limit 1) other on true
        where own.id = ${id}`
    )
    return { data: orNotFound(found) }
  }
})
