/** Where the orders are that a day is planned from: those that wait for a plan, and those that the day has already. Read only. */
import { type Static, Type } from '@sinclair/typebox'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { Id, Nullable } from '../../../src/kernel/schema.ts'
import { joinCompany, joinPlace, placeAddress } from '../../companies/public.ts'
import { leftJoinVehicle } from '../../fleet/public.ts'
import { OrderStatus } from '../schema.ts'

/** As many as a map can show: all of the day, and the oldest of what waits. */
const maxPlaces = 5000

export const PlanPlace = Type.Object({
  id: Id,
  number: Type.String(),
  company: Type.String(),
  receptionPlace: Type.String(),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  vehicle: Nullable(Type.String({ description: 'the plate that the order is planned with on the day; null: it waits' }))
})

/**
 * The places, and whether there are more of them than the answer has.
 * @param day `YYYY-MM-DD`
 */
export async function placesOf(
  database: Database,
  day: string,
  most = maxPlaces
): Promise<{ readonly places: readonly Static<typeof PlanPlace>[]; readonly isCut: boolean }> {
  const found = await query<Static<typeof PlanPlace>>(
    database,
    sql`select o.id, o.number, c.name as company, ${placeAddress('p')} as "receptionPlace", p.latitude, p.longitude,
        case when o.status = ${OrderStatus.inProgress} then v.register_number end as vehicle
      from orders.orders o ${joinCompany('c', 'o.company_id')} ${joinPlace('p', 'o.reception_place_id')}
        ${leftJoinVehicle('v', 'o.vehicle_id')}
      where o.status = ${OrderStatus.accepted} or (o.status = ${OrderStatus.inProgress} and o.realization_date = ${day}::date)
      order by o.status desc, o.id limit ${most + 1}`
  )
  return { places: found.slice(0, most), isCut: found.length > most }
}
