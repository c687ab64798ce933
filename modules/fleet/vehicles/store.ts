/** What adding and editing a vehicle share: what only the database can judge, and writing it. */
import type { Static } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query, queryOne, raw, sql } from '../../../src/kernel/database/sql.ts'
import { lockDriver } from '../drivers/hold.ts'
import { throwFleetError } from '../errors.ts'
import type { VehicleData } from '../schema.ts'
import { barePlate } from './rows.ts'

export type Vehicle = Static<typeof VehicleData>

/** Plates are kept in capitals. */
export const plateOf = ({ registerNumber }: Vehicle): string => registerNumber.toUpperCase()

/** Holds the driver; refuses a plate that another vehicle has. The unique index catches who comes at the same moment. */
export async function validateVehicle(trx: Knex.Transaction, vehicle: Vehicle, id = 0): Promise<void> {
  await lockDriver(trx, vehicle.driverId)
  const taken = await queryOne(
    trx,
    sql`select v.id from fleet.present_vehicles v
      where ${barePlate(raw('v.register_number'))} = ${barePlate(sql`${plateOf(vehicle)}::text`)} and v.id <> ${id}`
  )
  const message = 'errors.fleet.plateTaken'
  if (taken)
    throwFleetError('plateTaken', { fieldErrors: [{ path: 'registerNumber', code: 'rule', params: {}, message }] })
}

/** Replaces the list of items; left out, it stays as it is. */
export async function replaceItems(trx: Knex.Transaction, id: number, items: Vehicle['orderTypeItems']): Promise<void> {
  if (!items) return
  const ids = items.map(item => item.orderTypeItemId)
  if (new Set(ids).size !== ids.length) refuseField('orderTypeItems', 'check.unique')
  const known = await query(
    trx,
    sql`select id from catalogue.order_type_items where id = any(${ids}::int[]) for key share`
  )
  if (known.length !== ids.length) refuseField('orderTypeItems', 'fleet.vehicle.orderTypeItems.unknown')
  await query(trx, sql`delete from fleet.vehicle_items where vehicle_id = ${id}`)
  await query(
    trx,
    sql`insert into fleet.vehicle_items (vehicle_id, order_type_item_id, is_active)
      select ${id}, * from unnest(${ids}::int[], ${items.map(item => item.isActive)}::boolean[])`
  )
}
