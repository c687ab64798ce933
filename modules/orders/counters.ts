import { type Database, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { NotificationType } from '../notifications/schema.ts'
import { overdueSql } from './resource.ts'
import { OrderStatus } from './schema.ts'

const count = async (database: Database, statement: Sql): Promise<number> =>
  Number((await queryOne<{ n: string }>(database, statement))?.n ?? 0)

/** Registers what the bell and the tiles count of orders: each equals the total of the list that it opens. */
export function registerCounters({ registries }: Services): void {
  registries.counters.set(NotificationType.newOrders, ({ db }) =>
    count(
      db,
      sql`select coalesce(sum(n), 0) as n from kernel.counts where list = 'orders' and key = ${String(OrderStatus.new)}`
    )
  )
  registries.counters.set(NotificationType.overdueOrders, ({ db }) =>
    count(db, sql`select count(*) as n from orders.orders o where ${raw(overdueSql)}`)
  )
}
