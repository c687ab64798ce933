/** Orders as the page that needs no login shows them, and the day of the driver that they are part of. */
import type { ReceivingHours } from '../../src/contract/receiving.ts'
import { type Point, pointOf } from '../../src/kernel/database/earth.ts'
import { type Database, query, queryOne, raw, sql } from '../../src/kernel/database/sql.ts'
import { joinCompany, joinPlace, placeAddress } from '../companies/public.ts'
import type { CountryCode } from '../companies/schema.ts'
import { joinVehicle, leftJoinVehicle } from '../fleet/public.ts'
import { leftJoinAccount } from '../users/public.ts'
import { internalStores } from '../warehouse/public.ts'
import type { DayOfDriver } from './driver-day.ts'
import { driverOf } from './planning/notified.ts'
import { routeDriver } from './planning/route-driver.ts'
import { storeOf } from './planning/rules.ts'
import { OrderStatus } from './schema.ts'

export interface TrackedOrder {
  readonly id: number
  readonly number: string
  /** A code of `OrderStatus`. */
  readonly status: number
  /** `YYYY-MM-DD`; null: not planned. */
  readonly day: string | null
  /** A code of `OrderType`. */
  readonly orderTypeId: number
  /** The address of the reception place. */
  readonly place: string
  readonly driverId: number | null
  /** The first name alone. */
  readonly driver: string | null
  readonly registerNumber: string | null
  /** Number of the transfer card. */
  readonly kpo: string | null
  /** As the office has finished it. */
  readonly quantityTaken: number | null
  readonly tonnage: number | null
  readonly finishedAt: Date | null
  readonly canceledAt: Date | null
  /** Whether the client gets messages about arrivals. */
  readonly isTold: boolean
  readonly placeId: number
  /** Whether the contact of the place gets them, too. */
  readonly isContactTold: boolean
  /** When the place lets drivers in. */
  readonly receiving: ReceivingHours
  /** Of the place; null where nobody knows. */
  readonly email: string | null
  readonly phone: string | null
  /** A code of `Country`, that of the client. */
  readonly country: CountryCode
}

/** Undefined where there is no such order. */
export const trackedOrder = (database: Database, id: number): Promise<TrackedOrder | undefined> =>
  queryOne<TrackedOrder>(
    database,
    sql`select o.id, o.number, o.status, o.realization_date::text as day, o.order_type_id as "orderTypeId", ${placeAddress('p')} as place,
        driven.id as "driverId", nullif(btrim(d.first_name), '') as driver, v.register_number as "registerNumber", o.kpo,
        o.quantity_taken as "quantityTaken", o.tonnage::float8 as tonnage, o.finished_at as "finishedAt", o.canceled_at as "canceledAt",
        c.arrival_messages as "isTold", p.id as "placeId", c.arrival_messages and p.arrival_messages as "isContactTold",
        json_build_object('receivingFrom', p.receiving_from, 'receivingTo', p.receiving_to, 'receivingDays', p.receiving_days) as receiving,
        nullif(btrim(p.email), '') as email, nullif(btrim(p.phone), '') as phone, c.country
      from orders.orders o cross join lateral (select ${driverOf('o')} as id) driven
        ${joinCompany('c', 'o.company_id')} ${joinPlace('p', 'o.reception_place_id')} ${leftJoinVehicle('v', 'o.vehicle_id')}
        ${leftJoinAccount('d', 'driven.id')}
      where o.id = ${id}`
  )

/** A stop of a driver's day, and where the driver sets out from to it where a route begins with it. */
export interface StopOfChain extends ReceivingHours {
  readonly orderId: number
  readonly placeId: number
  /** Undefined where nobody knows. */
  readonly at: Point | undefined
  /** The store of the route, at its first stop. */
  readonly from: Point | undefined
  /** The office has finished it. */
  readonly isFinished: boolean
}

interface Row extends ReceivingHours {
  readonly routeId: number
  readonly orderId: number
  readonly placeId: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly storeId: number | null
  readonly status: number
}

const { inProgress, completed, invoiced } = OrderStatus

/** The stops in the order in which they are driven, those of all routes of the driver. */
export async function chainOfDriver(database: Database, { driverId, day }: DayOfDriver): Promise<StopOfChain[]> {
  const rows = await query<Row>(
    database,
    sql`select r.id as "routeId", o.id as "orderId", p.id as "placeId", p.latitude, p.longitude, o.internal_store_id as "storeId", o.status,
        p.receiving_from as "receivingFrom", p.receiving_to as "receivingTo", p.receiving_days as "receivingDays"
      from orders.routes r ${joinVehicle('v', 'r.vehicle_id')}
        join orders.stops s on s.route_id = r.id
        join orders.orders o on o.id = s.order_id ${joinPlace('p', 'o.reception_place_id')}
      where r.day = ${day}::date and ${raw(routeDriver('r', 'v'))} = ${driverId}
        and o.status in (${inProgress}, ${completed}, ${invoiced})
      order by r.number, s.sequence, o.id`
  )
  const stores = await internalStores(database)
  const startOf = (routeId: number): Point | undefined => {
    const own = rows.filter(row => row.routeId === routeId)
    const store = storeOf(
      stores,
      own.flatMap(({ storeId }) => storeId ?? []),
      own.flatMap(row => pointOf(row) ?? [])
    )
    return store && { latitude: store.latitude, longitude: store.longitude }
  }
  return rows.map((row, index) => ({
    orderId: row.orderId,
    placeId: row.placeId,
    at: pointOf(row),
    from: rows[index - 1]?.routeId === row.routeId ? undefined : startOf(row.routeId),
    isFinished: row.status !== inProgress,
    receivingFrom: row.receivingFrom,
    receivingTo: row.receivingTo,
    receivingDays: row.receivingDays
  }))
}

/** Drivers and days with orders in progress at places that have said when they let drivers in. */
export const drivesWithHours = (database: Database, days: readonly string[]): Promise<DayOfDriver[]> =>
  query(
    database,
    sql`select distinct ${raw(routeDriver('r', 'v'))} as "driverId", r.day::text as day
      from orders.routes r ${joinVehicle('v', 'r.vehicle_id')}
        join orders.stops s on s.route_id = r.id
        join orders.orders o on o.id = s.order_id ${joinPlace('p', 'o.reception_place_id')}
      where r.day = any(${[...days]}::date[]) and o.status = ${inProgress} and (p.receiving_from is not null or p.receiving_days <> '{}')
      order by 2, 1`
  )

/** Keeps for lists which orders are expected outside the hours of their places, these and no others. @returns those that have changed */
export async function keepOutsideHours(database: Database, orderIds: readonly number[]): Promise<number[]> {
  const ids = [...orderIds]
  const changed = await query<{ id: number }>(
    database,
    sql`with gone as (delete from orders.outside_hours where order_id <> all(${ids}::int[]) returning order_id as id),
        added as (insert into orders.outside_hours (order_id) select o.id from orders.orders o where o.id = any(${ids}::int[])
          order by o.id on conflict (order_id) do nothing returning order_id as id)
      select id from gone union all select id from added order by id`
  )
  return changed.map(({ id }) => id)
}

/** Drivers and days with orders in progress of clients who get messages about arrivals, and these orders. */
export const drivesToTell = (
  database: Database,
  days: readonly string[]
): Promise<(DayOfDriver & { readonly orderIds: readonly number[] })[]> =>
  query(
    database,
    sql`select ${raw(routeDriver('r', 'v'))} as "driverId", r.day::text as day, array_agg(o.id order by o.id) as "orderIds"
      from orders.routes r ${joinVehicle('v', 'r.vehicle_id')}
        join orders.stops s on s.route_id = r.id
        join orders.orders o on o.id = s.order_id ${joinCompany('c', 'o.company_id')}
      where r.day = any(${[...days]}::date[]) and o.status = ${inProgress} and c.arrival_messages
      group by 1, 2 order by 2, 1`
  )
