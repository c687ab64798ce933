/**
 * Fills the extension points of lower modules: the order that a document names, the open orders of places, and vetoes against removing
 * companies, items, and vehicles, drivers, recyclers and internal stores that orders use. A veto runs in a statement of its own after the
 * row to be removed was locked. Commands that assign such a row to an order lock it first (`lockVehicle`, `lockOperator`), so the veto sees
 * every order that uses it.
 */
import { codes } from '../../src/contract/vocabulary.ts'
import { type Database, query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { beforeItemRemoval, throwUsedItem } from '../catalogue/public.ts'
import { beforeCompanyRemoval, openOrders, throwCompanyHasOrders } from '../companies/public.ts'
import { beforeDriverRemoval, beforeOperatorRemoval, beforeVehicleRemoval, throwInUse } from '../fleet/public.ts'
import { beforeStoreRemoval, findOrder, type OrderOfDocument, throwStoreUsed } from '../warehouse/public.ts'
import { OrderStatus } from './schema.ts'

const inProgress = codes(OrderStatus, ['inProgress'])
/** Orders that are not done yet. */
export const active = codes(OrderStatus, ['new', 'accepted', 'inProgress'])

type Column =
  | 'internal_store_id'
  | 'company_id'
  | 'order_type_item_id'
  | 'recycle_operator_id'
  | 'vehicle_id'
  | 'driver_id'

/** Whether an order, in one of the statuses if they are given, names one of the ids. */
async function isUsed(trx: Database, column: Column, ids: readonly number[], statuses?: readonly number[]) {
  const condition = statuses ? sql`status = any(${[...statuses]}::int[])` : raw('true')
  const order = await queryOne(
    trx,
    sql`select id from orders.orders where ${raw(column)} = any(${[...ids]}::int[]) and ${condition} limit 1`
  )
  return order !== undefined
}

export const vetoes = [
  beforeCompanyRemoval.fill(async (trx, ids) => {
    if (await isUsed(trx, 'company_id', ids)) throwCompanyHasOrders()
  }),
  beforeStoreRemoval.fill(async (trx, ids) => {
    if (await isUsed(trx, 'internal_store_id', ids)) throwStoreUsed()
  }),
  beforeItemRemoval.fill(async (trx, ids) => {
    if (await isUsed(trx, 'order_type_item_id', ids)) throwUsedItem()
  }),
  beforeOperatorRemoval.fill(async (trx, ids) => {
    if (await isUsed(trx, 'recycle_operator_id', ids, active)) throwInUse('operator')
  }),
  beforeVehicleRemoval.fill(async (trx, ids) => {
    if (await isUsed(trx, 'vehicle_id', ids, inProgress)) throwInUse('vehicle')
  }),
  beforeDriverRemoval.fill(async (trx, ids) => {
    if (await isUsed(trx, 'driver_id', ids, inProgress)) throwInUse('driver')
  })
]

/** How many orders a refusal names. */
const maxNamed = 5

/** The orders that keep a place open, and keep an order type from being taken from it. */
export const openOrdersOfPlaces = openOrders.fill(async (trx, of) => {
  const found = await query<{ number: string; placeId: number; orderTypeId: number; total: number }>(
    trx,
    sql`select o.number, o.reception_place_id as "placeId", o.order_type_id as "orderTypeId", count(*) over ()::int as total
      from unnest(${of.map(({ placeId }) => placeId)}::int[], ${of.map(({ orderTypeId }) => orderTypeId)}::int[])
          as wanted (place_id, type_id)
        join orders.orders o on o.reception_place_id = wanted.place_id and o.order_type_id = wanted.type_id
          and o.status = any(${[...active]}::int[])
      order by o.created_at, o.id limit ${maxNamed}`
  )
  return { first: found, total: found[0]?.total ?? 0 }
})

export const orderOfDocument = findOrder.fill((database, id) =>
  queryOne<OrderOfDocument>(database, sql`select number, company_id as "companyId" from orders.orders where id = ${id}`)
)
