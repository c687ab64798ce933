/**
 * Fills the extension points of lower modules: the order that a document names, and vetoes against removing companies, items, and
 * vehicles, drivers, recyclers and internal stores that orders use. A veto runs in a statement of its own after the row to be removed was locked. Commands
 * that assign such a row to an order lock it first (`lockVehicle`, `lockOperator`), so the veto sees every order that uses it.
 */
import { codes } from '../../src/contract/vocabulary.ts'
import { type Database, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { beforeItemRemoval, throwUsedItem } from '../catalogue/public.ts'
import { beforeCompanyRemoval, throwCompanyHasOrders } from '../companies/public.ts'
import { beforeDriverRemoval, beforeOperatorRemoval, beforeVehicleRemoval, throwInUse } from '../fleet/public.ts'
import { beforeStoreRemoval, findOrder, type OrderOfDocument, throwStoreUsed } from '../warehouse/public.ts'
import { OrderStatus } from './schema.ts'

const inProgress = codes(OrderStatus, ['inProgress'])
const active = codes(OrderStatus, ['new', 'accepted', 'inProgress'])

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

export const orderOfDocument = findOrder.fill((database, id) =>
  queryOne<OrderOfDocument>(database, sql`select number, company_id as "companyId" from orders.orders where id = ${id}`)
)
