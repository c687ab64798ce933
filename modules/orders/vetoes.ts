/**
 * What orders forbid to happen to what they name: the fleet, and items of the order types. A veto runs when the thing's row
 * is locked, in a statement of its own, and so sees every order that was given the thing before: who gives it holds the row
 * first (`holdVehicle`, `holdOperator`).
 */
import { codes } from '../../src/contract/vocabulary.ts'
import { type Database, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { addVeto } from '../../src/kernel/registries.ts'
import type { Services } from '../../src/kernel/services.ts'
import { refuseUsedItem } from '../catalogue/public.ts'
import { refuseInUse } from '../fleet/public.ts'
import { OrderStatus } from './schema.ts'

const inProgress = codes(OrderStatus, ['inProgress'])
const active = codes(OrderStatus, ['new', 'accepted', 'inProgress'])

const anyOrder = (trx: Database, column: string, ids: readonly number[], statuses: readonly number[]) =>
  queryOne(
    trx,
    sql`select o.id from orders.orders o
      where o.${raw(column)} = any(${[...ids]}::int[]) and o.status = any(${[...statuses]}::int[]) limit 1`
  )

export function registerVetoes({ registries }: Services): void {
  addVeto(registries, 'catalogue.removeItem', async (trx, ids) => {
    const held = sql`select id from orders.orders where order_type_item_id = any(${[...ids]}::int[]) limit 1`
    if (await queryOne(trx, held)) refuseUsedItem()
  })
  addVeto(registries, 'fleet.removeOperator', async (trx, ids) => {
    if (await anyOrder(trx, 'recycle_operator_id', ids, active)) refuseInUse('operator')
  })
  addVeto(registries, 'fleet.removeVehicle', async (trx, ids) => {
    if (await anyOrder(trx, 'vehicle_id', ids, inProgress)) refuseInUse('vehicle')
  })
  addVeto(registries, 'fleet.removeDriver', async (trx, ids) => {
    if (await anyOrder(trx, 'driver_id', ids, inProgress)) refuseInUse('driver')
  })
}
