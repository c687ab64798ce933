/** What a driver drives on a day: the routes of the vehicles that he drives, with their stops in order. Nobody else's orders are in it. */
import type { Language } from '../../src/contract/languages.ts'
import type { ReceivingHours } from '../../src/contract/receiving.ts'
import { codes } from '../../src/contract/vocabulary.ts'
import { type Database, query, raw, sql } from '../../src/kernel/database/sql.ts'
import { itemName, joinItems } from '../catalogue/public.ts'
import { joinCompany, joinPlace, placeAddress } from '../companies/public.ts'
import { PaymentType } from '../companies/schema.ts'
import { joinVehicle, vehicleLabel } from '../fleet/public.ts'
import { cashOf } from './notify/notice.ts'
import type { Priced } from './owed.ts'
import { routeDriver } from './planning/route-driver.ts'
import { type Cargo, loadOf } from './planning/rules.ts'
import { OrderStatus, type Unit, unitOf } from './schema.ts'

const driven = codes(OrderStatus, ['inProgress', 'completed', 'invoiced'])

/** The newest comments of a stop that a driver reads. */
const maxNotes = 20

export interface Note {
  readonly text: string
  readonly at: string
  readonly internal: boolean
}

interface Row extends Priced, Cargo {
  readonly routeId: number
  /** From 1 within each day. */
  readonly routeNumber: number
  readonly routeVersion: number
  readonly vehicleId: number
  readonly registerNumber: string
  readonly vehicle: string
  readonly orderId: number
  readonly number: string
  readonly version: number
  readonly sequence: number
  /** A code of `OrderStatus`. */
  readonly status: number
  readonly client: string
  readonly placeId: number
  readonly address: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly phone: string | null
  readonly email: string | null
  readonly receiving: ReceivingHours
  /** A code of `DayPart`; null: any. */
  readonly wishedPart: number | null
  readonly urgent: boolean
  readonly item: string
  readonly isCash: boolean
  /** What the client has written with the order. */
  readonly clientNote: string | null
  /** Comments, the oldest first. */
  readonly notes: readonly Note[]
  readonly kpo: string | null
}

/** A stop as its driver reads it. */
export interface StopOfDriver extends Omit<Row, 'value' | 'netPrice' | 'vatRate' | 'tonnage' | 'isCash'> {
  readonly unit: Unit
  /** Tonnes, as planned. */
  readonly load: number
  /** Gross PLN that the driver takes in cash; null: nothing. */
  readonly cash: ReturnType<typeof cashOf> | null
}

/** A driver and a day (`YYYY-MM-DD`). */
export interface DayOfDriver {
  readonly driverId: number
  readonly day: string
}

/** The stops by route, in the order in which they are driven. Orders that were canceled or planned anew are in no route. */
export async function dayOfDriver(
  database: Database,
  { driverId, day }: DayOfDriver,
  language: Language
): Promise<StopOfDriver[]> {
  const rows = await query<Row>(
    database,
    sql`select r.id as "routeId", r.number as "routeNumber", r.version as "routeVersion", v.id as "vehicleId",
        v.register_number as "registerNumber", ${vehicleLabel('v')} as vehicle,
        o.id as "orderId", o.number, o.version, s.sequence, o.status, c.name as client, p.id as "placeId", ${placeAddress('p')} as address,
        p.latitude, p.longitude, nullif(btrim(p.phone), '') as phone, nullif(btrim(p.email), '') as email,
        json_build_object('receivingFrom', p.receiving_from, 'receivingTo', p.receiving_to, 'receivingDays', p.receiving_days) as receiving,
        o.wished_part as "wishedPart", o.urgent, o.order_type_id as "orderTypeId", ${itemName('i', language)} as item, i.value, o.quantity,
        o.payment_type = ${PaymentType.cash} as "isCash", o.net_price as "netPrice", o.vat_rate as "vatRate", o.tonnage,
        o.additional_info as "clientNote", o.kpo,
        (select coalesce(json_agg(json_build_object('text', n.content, 'at', n.created_at, 'internal', n.internal) order by n.id), '[]')
          from (select id, content, created_at, internal from orders.comments where order_id = o.id order by id desc limit ${maxNotes}) n) as notes
      from orders.routes r
        ${joinVehicle('v', 'r.vehicle_id')}
        join orders.stops s on s.route_id = r.id
        join orders.orders o on o.id = s.order_id
        ${joinCompany('c', 'o.company_id')} ${joinPlace('p', 'o.reception_place_id')} ${joinItems('i', 'o.order_type_item_id')}
      where r.day = ${day}::date and ${raw(routeDriver('r', 'v'))} = ${driverId}
        and o.status = any(${[...driven]}::int[])
      order by r.number, s.sequence, o.id`
  )
  return rows.map(({ value, netPrice, vatRate, tonnage, isCash, ...row }) => {
    const { orderTypeId, quantity } = row
    return {
      ...row,
      notes: row.notes.map(note => ({ ...note, at: new Date(note.at).toISOString() })),
      unit: unitOf(orderTypeId),
      load: loadOf([{ orderTypeId, quantity, value }]),
      cash: isCash ? cashOf({ orderTypeId, netPrice, quantity, tonnage, vatRate }) : null
    }
  })
}
