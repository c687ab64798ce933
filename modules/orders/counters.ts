/** The counters of orders in the bell and on the dashboard's tiles. Each number equals the total of the list that it opens. */
import { defineCounter } from '../../src/kernel/counters.ts'
import { type Database, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { NotificationType } from '../notifications/schema.ts'
import { overdueSql } from './fields.ts'
import { orders } from './resource.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

const numberOf = async (database: Database, statement: Sql): Promise<number> =>
  Number((await queryOne<{ n: string }>(database, statement))?.n ?? 0)

const newOrders = defineCounter({
  code: NotificationType.newOrders,
  name: 'newOrders',
  icon: 'inbox',
  tone: 'info',
  to: '/orders/new',
  search: {},
  resourceType: orders.type,
  access: ['ADMIN'],
  count: ({ db }) =>
    numberOf(
      db,
      sql`select coalesce(sum(n), 0) as n from kernel.counts where list = 'orders' and key = ${String(OrderStatus.new)}`
    )
})

const overdueOrders = defineCounter({
  code: NotificationType.overdueOrders,
  name: 'overdueOrders',
  icon: 'clock',
  tone: 'danger',
  to: '/orders/in-progress',
  search: { 'f.Overdue': 'true' },
  resourceType: orders.type,
  access: ['ADMIN'],
  count: ({ db }) => numberOf(db, sql`select count(*) as n from orders.orders orders where ${raw(overdueSql)}`)
})

/** Failures are counted for all administrators, because the person who synced the order may not be there when it fails. */
const failedSyncs = defineCounter({
  code: NotificationType.failedSyncs,
  name: 'failedSyncs',
  icon: 'sync',
  tone: 'danger',
  to: '/orders/completed',
  search: { 'f.OptimaStatus': String(OptimaStatus.failed) },
  resourceType: orders.type,
  access: ['ADMIN'],
  count: ({ db }) =>
    numberOf(
      db,
      sql`select count(*) as n from orders.orders
        where status = ${OrderStatus.completed} and optima_status = ${OptimaStatus.failed}`
    )
})

const clientComments = defineCounter({
  code: NotificationType.clientComments,
  name: 'clientComments',
  icon: 'comment',
  tone: 'warning',
  to: '/orders/all',
  search: { 'f.Unanswered': 'true' },
  resourceType: orders.type,
  access: ['ADMIN'],
  count: ({ db }) => numberOf(db, sql`select count(*) as n from orders.comment_threads where unanswered`)
})

export const counters = [newOrders, overdueOrders, clientComments, failedSyncs]
