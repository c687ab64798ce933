/** The sheets of orders for paper: what the driver takes along and the client signs. */
import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query } from '../../../src/kernel/database/sql.ts'
import { defineRows, selectByIds } from '../../../src/kernel/resources/rows.ts'
import { Id, Nullable } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { orderDetails } from '../resource.ts'
import { OrderDetails } from '../schema.ts'
import type { PrintSheet } from './schema.ts'

/** Sheets of one call. */
export const sheetsMost = 200

const PrintRow = Type.Object({
  ...Type.Pick(OrderDetails, [
    'id',
    'version',
    'number',
    'acceptedDate',
    'company',
    'receptionPlacePhone',
    'receptionPlace',
    'vehicle',
    'type',
    'orderTypeItemName',
    'quantity',
    'additionalInfo',
    'realizationDate',
    'paymentType',
    'grossValue'
  ]).properties,
  driverId: Nullable(Id)
})

const printRows = defineRows({
  ...orderDetails,
  schema: PrintRow,
  fields: { ...orderDetails.fields, driverId: 'o.driver_id' }
})

const whole = /^[1-9]\d{0,9}$/

/** Ids as they come: `1,2,3`, repeated, or both; each once, in the order asked. Refuses what is no list of ids. */
export function idsOf(asked: string | readonly string[]): number[] {
  const words = [asked].flat().flatMap(text => text.split(','))
  const ids = [...new Set(words.map(word => word.trim()))].filter(word => word !== '')
  if (ids.length === 0 || !ids.every(id => whole.test(id) && Number(id) <= 2_147_483_647))
    refuseField('ids', 'orders.print.ids')
  if (ids.length > sheetsMost) refuseField('ids', 'orders.print.tooMany', { max: sheetsMost })
  return ids.map(Number)
}

/** The sheets in the order of the ids; undefined when one of the orders is not there. */
export async function sheetsOf(
  { db, registries }: Services,
  ids: readonly number[],
  caller: Caller
): Promise<Static<typeof PrintSheet>[] | undefined> {
  const found = await query<{ row: Static<typeof PrintRow> }>(db, selectByIds(printRows, ids, caller))
  const drivers = await registries.names(
    db,
    found.flatMap(({ row }) => row.driverId ?? [])
  )
  const byId = new Map(found.map(({ row }) => [row.id, row]))
  const rows = ids.flatMap(id => byId.get(id) ?? [])
  return rows.length === ids.length ? rows.map(row => sheetOf(row, drivers)) : undefined
}

const sheetOf = (row: Static<typeof PrintRow>, drivers: ReadonlyMap<number, string>): Static<typeof PrintSheet> => ({
  orderInfo: {
    number: row.number,
    acceptedDate: row.acceptedDate,
    company: row.company,
    receptionPlacePhone: row.receptionPlacePhone,
    receptionPlace: row.receptionPlace,
    vehicle: row.vehicle,
    type: row.type,
    quantity: row.quantity
  },
  paymentType: row.paymentType,
  totalValue: row.grossValue,
  details: {
    id: row.id,
    orderTypeItemName: row.orderTypeItemName,
    additionalInfo: row.additionalInfo,
    realizationDate: row.realizationDate,
    driver: drivers.get(row.driverId ?? 0) ?? null
  }
})
