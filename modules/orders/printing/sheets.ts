/** The sheets of orders for paper: what the driver takes along and the client signs. */
import type { Static } from '@sinclair/typebox'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { type NameOf, namesFor } from '../../../src/kernel/access/identity.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { query } from '../../../src/kernel/database/sql.ts'
import { readIds } from '../../../src/kernel/http/id-list.ts'
import { selectByIds } from '../../../src/kernel/resources/select.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { orders } from '../resource.ts'
import type { OrderSchema } from '../schema.ts'
import { views } from '../views.ts'
import type { PrintSheet } from './schema.ts'

/** Sheets of one call. */
export const maxSheets = 200

type PrintRow = Pick<Static<typeof OrderSchema>, (typeof views.print)[number]>

/** The orders that a call names; refuses what is no list of ids, and too long a one. */
export function idsOf(given: string | readonly string[]): number[] {
  const ids = readIds(given) ?? refuseField('ids', 'orders.print.ids')
  if (ids.length > maxSheets) refuseField('ids', 'orders.print.tooMany', { max: maxSheets })
  return ids
}

/** The sheets in the order of the ids; undefined when one of the orders is not there. */
export async function sheetsOf(
  services: Services,
  ids: readonly number[],
  caller: Caller
): Promise<Static<typeof PrintSheet>[] | undefined> {
  const { db } = services
  const found = await query<{ row: PrintRow }>(db, selectByIds(orders, views.print, ids, caller))
  const driverIds = found.map(({ row }) => row.driverId ?? null)
  const nameOf = await namesFor(services, db, driverIds, caller)
  const byId = new Map(found.map(({ row }) => [row.id, row]))
  const rows = ids.flatMap(id => byId.get(id) ?? [])
  return rows.length === ids.length ? rows.map(row => sheetOf(row, nameOf)) : undefined
}

const sheetOf = (row: PrintRow, nameOf: NameOf): Static<typeof PrintSheet> => ({
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
    driver: nameOf(row.driverId ?? null)
  }
})
