import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { defineResource, folded } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { joinCompany } from '../../companies/public.ts'
import { joinVehicle, vehiclePlates } from '../../fleet/public.ts'
import { joinOrder } from '../../orders/public.ts'
import { leftJoinStore } from '../../warehouse/public.ts'
import { MassOrigin, TicketRow, TicketState } from '../schema.ts'

/** An expression over `ticket`. */
export const stateSql = `(case when ticket.withdrawn_at is null then ${TicketState.valid} else ${TicketState.withdrawn} end)`

/** Of the gross mass, over `ticket` and `gross_reading`: from the scale, if it is what the reading says. */
export const sourceSql = `(case when gross_reading.weight = ticket.gross then ${MassOrigin.scale} else ${MassOrigin.typed} end)`

export const tickets = defineResource({
  type: 'weights.ticket',
  title: 'weigh ticket',
  path: '/api/Admin/WeighTickets',
  access: ['ADMIN'],
  schema: TicketRow,
  table: 'weights.tickets',
  alias: 'ticket',
  joins: {
    store: leftJoinStore('store', 'ticket.internal_store_id'),
    vehicle: joinVehicle('vehicle', 'ticket.vehicle_id'),
    gross_reading: raw('left join weights.readings gross_reading on gross_reading.id = ticket.gross_reading_id'),
    tare_reading: raw('left join weights.readings tare_reading on tare_reading.id = ticket.tare_reading_id'),
    loads: sql`left join lateral (select sum(load.mass)::int as mass, string_agg(o.number, ', ' order by o.number) as numbers,
        coalesce(json_agg(json_build_object('orderId', load.order_id, 'number', o.number, 'company', client.name, 'mass', load.mass)
          order by o.number), '[]') as list
      from weights.loads load ${joinOrder('o', 'load.order_id')} ${joinCompany('client', 'o.company_id')}
      where load.ticket_id = ticket.id) loads on true`
  },
  fields: {
    number: { sql: 'ticket.number', sort: ['ticket.id'] },
    state: { sql: stateSql },
    storeId: 'internal_store_id',
    storeName: joined('store', 'name'),
    registerNumber: joined('vehicle', 'register_number'),
    net: { sql: 'ticket.gross - ticket.tare' },
    source: { sql: sourceSql, join: 'gross_reading' },
    grossRead: { sql: 'gross_reading.weight', join: 'gross_reading' },
    tareRead: { sql: 'tare_reading.weight', join: 'tare_reading' },
    orders: { sql: 'loads.list', join: 'loads' },
    orderNumbers: { sql: 'loads.numbers', join: 'loads' },
    rest: { sql: 'nullif(ticket.gross - ticket.tare - coalesce(loads.mass, 0), 0)', join: 'loads' }
  },
  views: {
    history: [
      ...(['storeName', 'registerNumber', 'at', 'gross', 'grossRead', 'tare', 'tareRead', 'tareOrigin'] as const),
      ...(['net', 'orderNumbers', 'rest', 'restReason', 'note', 'state', 'withdrawReason'] as const)
    ]
  },
  filters: {
    State: filter(EnumOf(TicketState), code => sql`${raw(stateSql)} = ${code}`),
    StoreId: filter(Id, id => sql`ticket.internal_store_id = ${id}`),
    VehicleId: filter(Id, id => sql`ticket.vehicle_id = ${id}`),
    OrderId: filter(Id, id => sql`ticket.id in (select ticket_id from weights.loads where order_id = ${id})`)
  },
  search: [
    { key: 'ticket.id', of: { table: 'weights.tickets', id: 'id', text: folded('number') } },
    { key: 'ticket.vehicle_id', of: vehiclePlates }
  ],
  named: 'number',
  sort: '-at'
})
