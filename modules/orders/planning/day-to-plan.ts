/** The day that the form of planning begins with: the wished one of its orders, else the next on which people work. */
import { Type } from '@sinclair/typebox'
import { dayOf, nextWorkingDay } from '../../../src/contract/days.ts'
import type { Derivation } from '../../../src/contract/form.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Day } from '../../../src/kernel/schema.ts'

const maxOrders = 500

/** The plan of the day that an order has, where a success of planning leads. */
export const planOfItsDay = '/orders/day?f.RealizationDate={realizationDate}'

/** The day of the form follows the chosen orders until a person types another one. */
export const dayProposed = {
  kind: 'fetched',
  call: '/api/Admin/Orders/day-to-plan?ids={ids?}',
  pick: 'data.day',
  to: 'orderRealizationDate',
  untilNext: true
} as const satisfies Derivation

/**
 * The wished day (`YYYY-MM-DD`) that all of these orders share, unless it is past; else the next working day. Undefined when one of them is
 * not there.
 */
async function dayToPlan(database: Database, ids: readonly number[], now: Date): Promise<string | undefined> {
  const today = dayOf(now)
  const wanted = [...new Set(ids)]
  const rows = await query<{ day: string | null }>(
    database,
    sql`select wished_date::text as day from orders.orders where id = any(${wanted}::int[])`
  )
  if (rows.length !== wanted.length) return undefined
  const [wished, ...others] = new Set(rows.map(({ day }) => day))
  return wished && others.length === 0 && wished >= today ? wished : nextWorkingDay(today)
}

export const dayToPlanRoute = defineRoute({
  url: '/api/Admin/Orders/day-to-plan',
  access: ['ADMIN'],
  summary: `The day to plan orders for: the wished one if all share it and it is not past, else the next working day; at most ${maxOrders} orders`,
  query: Type.Object({ ids: Type.String({ maxLength: 6000, default: '', description: '`1,2,3`, or none' }) }),
  answer: ItemResponse(Type.Object({ day: Day })),
  run: async ({ services, query: { ids } }) => {
    const orderIds = ids === '' ? [] : (readIds(ids) ?? refuseField('ids', 'orders.print.ids'))
    if (orderIds.length > maxOrders) refuseField('ids', 'orders.print.tooMany', { max: maxOrders })
    return { data: { day: orNotFound(await dayToPlan(services.db, orderIds, services.now())) } }
  }
})
