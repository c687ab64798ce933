/**
 * What a ticket says, worked out from what was typed or read, and refused where it cannot be: each refusal names its field.
 *
 * A mass is the scale's if it is what the reading says. Who types another one says why, and both stay on the ticket.
 */

import { dayOf } from '../../../src/contract/days.ts'
import type { CommandContext } from '../../../src/kernel/commands/command.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { dayOrInstant } from '../../../src/kernel/day-or-instant.ts'
import { startOfDay } from '../../../src/kernel/resources/fields.ts'
import { lockVehicle, type VehicleMasses, vehicleMasses } from '../../fleet/public.ts'
import { lockWeighedOrders } from '../../orders/public.ts'
import { requireOpenStore } from '../../warehouse/public.ts'
import { throwWeightError } from '../errors.ts'
import { MassOrigin } from '../schema.ts'
import type { TicketData } from './forms.ts'
import { type OrderedPart, type Share, sharesOf } from './shares.ts'

interface Reading {
  readonly weight: number
  readonly at: Date
}

const implausible = 2

export interface Weighed {
  readonly columns: {
    readonly internalStoreId: number
    readonly vehicleId: number
    readonly at: Date
    readonly gross: number
    readonly tare: number
    readonly grossReadingId: number | null
    readonly tareReadingId: number | null
    readonly tareOrigin: number
    readonly note: string | null
    readonly restReason: string | null
  }
  readonly shares: readonly Share[]
}

/** What a ticket said before it is corrected. Its store may be closed and its vehicle removed meanwhile. */
export interface StoredTicket {
  readonly at: Date
  readonly storeId: number
  readonly vehicleId: number
  readonly tare: number
  /** A code of `MassOrigin`. */
  readonly tareOrigin: number
}

const textOf = (text: string | null | undefined): string | null => text?.trim() || null

/** @throws weights.* and invalid, at the fields */
export async function weigh(context: CommandContext, data: TicketData, stored?: StoredTicket): Promise<Weighed> {
  const { trx } = context
  const { storeId, vehicleId, gross, tare } = data
  if (storeId !== stored?.storeId) await requireOpenStore(trx, storeId, 'storeId')
  if (gross <= tare) throwWeightError.at('gross', 'nothingWeighed')
  const net = gross - tare
  // orders before their vehicle, as all commands lock them
  const { shares, rest } = await shared(trx, net, data.orders ?? [])
  if (vehicleId !== stored?.vehicleId) await lockVehicle(trx, vehicleId)
  const grossReading = await readingOf(trx, data.grossReadingId, storeId, 'grossReadingId')
  const tareReading = await readingOf(trx, data.tareReadingId, storeId, 'tareReadingId')
  const vehicle = (await vehicleMasses(trx, vehicleId)) ?? { capacity: 0, tare: null }
  requirePlausible(net, vehicle)
  const note = textOf(data.note)
  const isOther = (reading: Reading | undefined, mass: number): boolean =>
    reading !== undefined && reading.weight !== mass
  if (note === null && (isOther(grossReading, gross) || isOther(tareReading, tare)))
    throwWeightError.at('note', 'noteMissing')
  const restReason = rest > 0 ? textOf(data.restReason) : null
  if (shares.length > 0 && rest > 0 && restReason === null)
    throwWeightError.at('restReason', 'restUnexplained', { mass: rest })
  return {
    columns: {
      internalStoreId: storeId,
      vehicleId,
      at: await whenOf(context, data.at, grossReading, stored?.at),
      gross,
      tare,
      grossReadingId: data.grossReadingId ?? null,
      tareReadingId: data.tareReadingId ?? null,
      tareOrigin: isVehiclesTare(data, stored) ? MassOrigin.vehicle : tareOriginOf(tare, tareReading, vehicle),
      note,
      restReason
    },
    shares
  }
}

async function readingOf(
  trx: Database,
  id: number | null | undefined,
  storeId: number,
  field: string
): Promise<Reading | undefined> {
  if (!id) return undefined
  const found = await queryOne<Reading>(
    trx,
    sql`select reading.weight, reading.at from weights.readings reading join weights.scales scale on scale.id = reading.scale_id
      where reading.id = ${id} and scale.internal_store_id = ${storeId}`
  )
  return found ?? throwWeightError.at(field, 'noReading')
}

/** So many times what the vehicle may carry are a mistake, and not an overload. */
function requirePlausible(net: number, { capacity }: VehicleMasses): void {
  if (capacity > 0 && net > implausible * capacity) throwWeightError.at('gross', 'beyondVehicle', { net, capacity })
}

/** Whether the ticket has the tare of its vehicle still, whatever that says of its tare today. */
const isVehiclesTare = ({ vehicleId, tare, tareReadingId }: TicketData, stored: StoredTicket | undefined): boolean =>
  !tareReadingId && stored?.tareOrigin === MassOrigin.vehicle && stored.vehicleId === vehicleId && stored.tare === tare

function tareOriginOf(tare: number, reading: Reading | undefined, vehicle: VehicleMasses): number {
  if (reading) return reading.weight === tare ? MassOrigin.scale : MassOrigin.typed
  return vehicle.tare === tare ? MassOrigin.vehicle : MassOrigin.typed
}

/** When it was weighed: at the reading, else at the instant that is named; now for today, noon for another day. */
async function whenOf(
  { trx, now }: CommandContext,
  text: string | null | undefined,
  reading: Reading | undefined,
  stored: Date | undefined
): Promise<Date> {
  if (reading) return reading.at
  if (!text) return stored ?? now
  const when = dayOrInstant(text) ?? refuseField('at', 'check.day')
  if ('instant' in when) return when.instant > now ? throwWeightError.at('at', 'weighedLater') : when.instant
  if (stored && dayOf(stored) === when.day) return stored
  const today = dayOf(now)
  if (when.day > today) return throwWeightError.at('at', 'weighedLater')
  if (when.day === today) return now
  const noon = await queryOne<{ at: Date }>(trx, sql`select ${startOfDay(when.day)} + interval '12 hours' as at`)
  return noon?.at ?? now
}

/** Locks the orders, so that what was ordered stays as it is while the load is shared. */
async function shared(
  trx: Database,
  net: number,
  given: NonNullable<TicketData['orders']>
): Promise<{ shares: readonly Share[]; rest: number }> {
  if (given.length === 0) return { shares: [], rest: net }
  const ids = given.map(({ orderId }) => orderId)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice >= 0) throwWeightError.at(`orders.${twice}.orderId`, 'orderTwice')
  const found = await lockWeighedOrders(trx, ids)
  const byId = new Map(found.map(order => [order.id, order]))
  const parts = given.map(({ orderId, mass = null }, at): OrderedPart => {
    const order = byId.get(orderId) ?? throwWeightError.at(`orders.${at}.orderId`, 'noOrder')
    return { orderId, mass, orderTypeId: order.orderTypeId, quantity: order.quantity }
  })
  const outcome = sharesOf(net, parts)
  if (outcome.kind === 'shared') return outcome
  if (outcome.kind === 'moreThanLoad')
    return throwWeightError.at('orders', 'moreThanLoad', { named: outcome.named, net })
  return throwWeightError.at('orders', outcome.kind)
}
