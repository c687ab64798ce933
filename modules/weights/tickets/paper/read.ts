/** What the paper of a weigh ticket says. */
import { type Database, queryOne, raw, sql } from '../../../../src/kernel/database/sql.ts'
import { joinCompany, joinPlace, placeAddress } from '../../../companies/public.ts'
import { joinVehicle, vehicleLabel } from '../../../fleet/public.ts'
import { joinOrder } from '../../../orders/public.ts'
import { leftJoinAccount, personName } from '../../../users/public.ts'
import { leftJoinStore } from '../../../warehouse/public.ts'
import { sourceSql } from '../resource.ts'

/** The part of the load that was collected for an order. Masses are kilograms. */
interface PaperLoad {
  readonly order: string
  readonly client: string
  readonly taxNumber: string | null
  readonly place: string
  readonly mass: number
}

export interface PaperTicket {
  readonly number: string
  readonly at: Date
  /** The names of the scales that it was read from, separated by commas; null: both masses were typed or kept. */
  readonly scale: string | null
  readonly store: string
  readonly vehicle: string
  /** Those of the orders, separated by commas; null: not known. */
  readonly driver: string | null
  readonly gross: number
  readonly tare: number
  /** Codes of `MassOrigin`. */
  readonly source: number
  readonly tareOrigin: number
  /** What the scale showed; null: nothing was read. */
  readonly grossRead: number | null
  readonly tareRead: number | null
  readonly loads: readonly PaperLoad[]
  readonly restReason: string | null
  readonly note: string | null
  readonly issuedBy: string | null
  readonly createdAt: Date
  readonly correctedAt: Date | null
  readonly withdrawnAt: Date | null
  readonly withdrawReason: string | null
}

/** Undefined where there is no such ticket. */
export const readPaper = (database: Database, id: number): Promise<PaperTicket | undefined> =>
  queryOne<PaperTicket>(
    database,
    sql`select ticket.number, ticket.at, store.name as store, ${vehicleLabel('vehicle')} as vehicle, ticket.gross, ticket.tare,
        ${raw(sourceSql)} as source, ticket.tare_origin as "tareOrigin", gross_reading.weight as "grossRead", tare_reading.weight as "tareRead",
        (select string_agg(distinct scale.name, ', ') from weights.scales scale
          where scale.id in (gross_reading.scale_id, tare_reading.scale_id)) as scale,
        ticket.rest_reason as "restReason", ticket.note, ${personName('account')} as "issuedBy", ticket.created_at as "createdAt",
        ticket.corrected_at as "correctedAt", ticket.withdrawn_at as "withdrawnAt", ticket.withdraw_reason as "withdrawReason",
        loads.list as loads, loads.drivers as driver
      from weights.tickets ticket ${leftJoinStore('store', 'ticket.internal_store_id')} ${joinVehicle('vehicle', 'ticket.vehicle_id')}
        ${leftJoinAccount('account', 'ticket.account_id')}
        left join weights.readings gross_reading on gross_reading.id = ticket.gross_reading_id
        left join weights.readings tare_reading on tare_reading.id = ticket.tare_reading_id
        cross join lateral (select string_agg(distinct ${personName('driver')}, ', ') as drivers,
            coalesce(json_agg(json_build_object('order', o.number, 'client', client.name, 'taxNumber', client.tax_number,
              'place', ${placeAddress('place')}, 'mass', load.mass) order by o.id), '[]') as list
          from weights.loads load ${joinOrder('o', 'load.order_id')} ${joinCompany('client', 'o.company_id')}
            ${joinPlace('place', 'o.reception_place_id')} ${leftJoinAccount('driver', 'o.driver_id')}
          where load.ticket_id = ticket.id) loads
      where ticket.id = ${id}`
  )
