/** Fills the extension points of lower modules: what was weighed for an order, and vetoes against removing a store that tickets name. */
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import { weighedMass } from '../orders/public.ts'
import { beforeStoreRemoval, throwStoreUsed } from '../warehouse/public.ts'

export const massOfTickets = weighedMass.fill(async (database, orderId) => {
  const found = await queryOne<{ mass: number | null }>(
    database,
    sql`select sum(load.mass)::int as mass from weights.loads load join weights.tickets ticket on ticket.id = load.ticket_id
      where load.order_id = ${orderId} and ticket.withdrawn_at is null`
  )
  return found?.mass ?? null
})

export const usedStores = beforeStoreRemoval.fill(async (trx, ids) => {
  const used = await queryOne(
    trx,
    sql`select 1 from weights.scales where internal_store_id = any(${[...ids]}::int[])
      union all select 1 from weights.tickets where internal_store_id = any(${[...ids]}::int[]) limit 1`
  )
  if (used) throwStoreUsed()
})
