import { type Static, Type } from '@sinclair/typebox'
import { type Database, query, raw, sql } from '../../src/kernel/database/sql.ts'
import { HistoryEntry, historyOf } from '../../src/kernel/history/timeline.ts'
import { defineListRoute, defineRoute, ItemResponse, ListResponse, orNotFound } from '../../src/kernel/http/route.ts'
import { readOne } from '../../src/kernel/resources/read-one.ts'
import { leftJoinAccount, personName } from '../users/public.ts'
import { orderDetails, orderRows } from './resource.ts'
import { OrderComment, OrderDetails } from './schema.ts'

const everyone = ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'] as const

export const routes = [
  defineListRoute({
    url: '/api/Admin/Orders',
    access: everyone,
    summary: 'Orders: all for staff, a client’s own for a client',
    rows: orderRows,
    sort: '-createdAt',
    sortable: ['createdAt', 'number', 'company', 'receptionPlace'],
    counter: { list: 'orders', filter: 'OrderStatus' }
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/details',
    access: everyone,
    summary: 'One order, whole',
    answer: ItemResponse(OrderDetails),
    run: async ({ services, caller, id }) => ({
      data: orNotFound(await readOne(services.db, orderDetails, id, caller))
    })
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/history',
    access: everyone,
    summary: 'What happened to an order, newest first',
    query: Type.Object({}),
    answer: ListResponse(HistoryEntry),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, orderRows, id, caller))
      return historyOf(services, orderDetails, id, caller)
    }
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/comments',
    access: everyone,
    summary: 'What was said of an order, newest first',
    query: Type.Object({}),
    answer: ListResponse(OrderComment),
    run: async ({ services, caller, id }) => {
      orNotFound(await readOne(services.db, orderRows, id, caller))
      const data = await commentsOf(services.db, id)
      return { data, total: data.length }
    }
  })
]

/** At most 1,000; whoever is erased or gone is an unknown user. */
const commentsOf = (database: Database, orderId: number) =>
  query<Static<typeof OrderComment>>(
    database,
    sql`select k.id, k.content, to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        case when ${raw(personName('a'))} is not null then
          json_build_object('firstName', coalesce(a.first_name, ''), 'lastName', coalesce(a.last_name, '')) end as "user"
      from orders.comments k ${raw(leftJoinAccount('a', 'k.account_id'))}
      where k.order_id = ${orderId} order by k.id desc limit 1000`
  )
