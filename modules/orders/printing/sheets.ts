/** The printed sheets of orders, which the driver takes along and the client signs. */
import { type Static, Type } from '@sinclair/typebox'
import type { Caller } from '../../../src/kernel/access/caller.ts'
import { type NameOf, namesFor } from '../../../src/kernel/access/identity.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import type { RowIn } from '../../../src/kernel/resources/define-fields.ts'
import { selectByIds } from '../../../src/kernel/resources/select.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { defineRoute, orNotFound } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { joinItems } from '../../catalogue/public.ts'
import { joinCompany, joinPlace } from '../../companies/public.ts'
import { leftJoinVehicle } from '../../fleet/public.ts'
import { orderFields } from '../fields.ts'
import { driverOf } from '../planning/notified.ts'
import { type Cargo, loadOf } from '../planning/rules.ts'
import { orders } from '../resource.ts'
import { unitOf } from '../schema.ts'
import { PrintAnswer, type PrintSheet } from './schema.ts'

/** The most sheets in one call. */
export const maxSheets = 200

type Sheet = Static<typeof PrintSheet>
type PrintRow = RowIn<typeof orderFields, 'print'>

/** The ids of orders in a call's query. Refuses a text that is not a list of ids, and a list that is too long. */
export function idsOf(given: string | readonly string[]): number[] {
  const ids = readIds(given) ?? refuseField('ids', 'orders.print.ids')
  if (ids.length > maxSheets) refuseField('ids', 'orders.print.tooMany', { max: maxSheets })
  return ids
}

interface Planned {
  readonly orderId: number
  /** Who drives there. */
  readonly driverId: number | null
  readonly load: Cargo
  readonly stop: Sheet['details']['stop']
  readonly companyTaxNumber: string | null
  readonly bdoNumber: string | null
}

/** The stop and load of each order and the numbers of its client, sorted by vehicle, day and stop. Orders without a route come last, in the order of the ids. */
async function plannedOf(database: Database, ids: readonly number[]): Promise<Planned[]> {
  return query<Planned>(
    database,
    sql`select o.id as "orderId", ${driverOf('o')} as "driverId",
        json_build_object('orderTypeId', o.order_type_id, 'quantity', o.quantity, 'value', i.value) as load,
        case when r.id is not null then json_build_object('vehicleId', r.vehicle_id, 'route', r.number, 'sequence', s.sequence,
          'stops', (select max(every.sequence) from orders.stops every where every.route_id = r.id)) end as stop,
        company.tax_number as "companyTaxNumber", coalesce(place.bdo_number, company.bdo_number) as "bdoNumber"
      from orders.orders o ${joinItems('i', 'o.order_type_item_id')}
        ${joinCompany('company', 'o.company_id')} ${joinPlace('place', 'o.reception_place_id')}
        left join orders.stops s on s.order_id = o.id
        left join orders.routes r on r.id = s.route_id
        ${leftJoinVehicle('v', 'r.vehicle_id')}
      where o.id = any(${[...ids]}::int[])
      order by v.register_number nulls last, v.id, r.day, s.sequence, array_position(${[...ids]}::int[], o.id)`
  )
}

/** The sheets by vehicle, day and stop; undefined if one of the orders does not exist. */
export async function sheetsOf(
  services: Services,
  ids: readonly number[],
  caller: Caller
): Promise<Sheet[] | undefined> {
  const { db } = services
  const found = await query<{ row: PrintRow }>(db, selectByIds(orders, orderFields.views.print, ids, caller))
  if (found.length !== ids.length) return undefined
  const byId = new Map(found.map(({ row }) => [row.id, row]))
  const planned = await plannedOf(db, ids)
  const driverIds = planned.map(({ driverId }) => driverId)
  const nameOf = await namesFor(services, db, driverIds, caller)
  return planned.flatMap(one => {
    const row = byId.get(one.orderId)
    return row ? [sheetOf(row, one, nameOf)] : []
  })
}

const sheetOf = (row: PrintRow, { driverId, load, stop, ...client }: Planned, nameOf: NameOf): Sheet => ({
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
    companyTaxNumber: client.companyTaxNumber,
    bdoNumber: client.bdoNumber,
    unit: unitOf(row.type),
    additionalInfo: row.additionalInfo,
    wishedDate: row.wishedDate,
    wishedPart: row.wishedPart,
    urgent: row.urgent,
    realizationDate: row.realizationDate,
    driver: nameOf(driverId),
    perTonne: unitOf(row.type) === 'tonnes' ? { net: row.netPrice, gross: row.grossPrice } : null,
    tonnage: row.tonnage,
    grossOwed: row.grossOwed,
    load: loadOf([load]),
    stop
  }
})

const Ids = Type.String({ maxLength: 3000 })

export const printRoute = defineRoute({
  url: '/api/Admin/Orders/print',
  access: ['ADMIN'],
  summary: `What is printed of the chosen orders, at most ${maxSheets}`,
  query: Type.Object({
    ids: Type.Union([Ids, Type.Array(Ids, { maxItems: 1000 })], { description: '`1,2,3`, or repeated' })
  }),
  answer: PrintAnswer,
  run: async ({ services, caller, query: { ids } }) => {
    const { businessName, businessLegalName, businessAddress, businessTaxNumber, businessBdo, wasteCode } =
      services.settings
    return {
      data: orNotFound(await sheetsOf(services, idsOf(ids), caller)),
      business: {
        name: businessLegalName || businessName,
        address: businessAddress,
        taxNumber: businessTaxNumber,
        bdoNumber: businessBdo
      },
      wasteCode
    }
  }
})
