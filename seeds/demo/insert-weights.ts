/** A scale in each store, and the tickets of the last loads that were weighed; some masses come from the scale, others were typed. */
import type { Knex } from 'knex'
import { MassOrigin } from '../../modules/weights/schema.ts'
import { dayOf } from '../../src/contract/days.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'

const ticketsMost = 60

interface Load {
  readonly orderId: number
  readonly vehicleId: number
  readonly storeId: number
  readonly mass: number
  readonly at: Date
  readonly tare: number
}

export async function insertWeights(trx: Knex.Transaction, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 400 * 86_400_000)
  await trx.raw('update fleet.vehicles set tare = 7400 + (id % 9) * 290 where id % 4 > 0')
  const scales = await query<{ id: number; storeId: number }>(
    trx,
    sql`insert into weights.scales (name, internal_store_id, created_at)
      select 'Waga ' || name, id, ${since} from warehouse.internal_stores order by id
      returning id, internal_store_id as "storeId"`
  )
  const scaleOf = new Map(scales.map(({ id, storeId }) => [storeId, id]))
  const loads = await query<Load>(
    trx,
    sql`select o.id as "orderId", o.vehicle_id as "vehicleId", o.internal_store_id as "storeId", round(o.tonnage * 1000)::int as mass,
        o.finished_at - interval '25 minutes' as at, coalesce(v.tare, 8120) as tare
      from orders.orders o join fleet.vehicles v on v.id = o.vehicle_id
      where o.tonnage between 0.05 and 25 and o.internal_store_id is not null and o.finished_at between ${since} and ${now}
      order by o.finished_at desc, o.id limit ${ticketsMost}`
  )
  const [staff] = await trx('users.accounts').where({ email: 'admin@example.com' }).select('id')
  for (const [n, { orderId, vehicleId, storeId, mass, at, tare }] of loads.reverse().entries()) {
    const gross = tare + mass
    const scaleId = n % 3 === 2 ? undefined : scaleOf.get(storeId)
    const readingId = scaleId && (await insertReading(trx, { n, scaleId, gross, at }))
    const [{ number }] = (await query<{ number: string }>(
      trx,
      sql`select weights.next_number(${Number(dayOf(at).slice(0, 4))}) as number`
    )) as [{ number: string }]
    const [ticket] = await trx('weights.tickets')
      .insert({
        ...{ number, internal_store_id: storeId, vehicle_id: vehicleId, at, gross, tare, created_at: at },
        gross_reading_id: readingId ?? null,
        tare_origin: MassOrigin.vehicle,
        account_id: staff?.id
      })
      .returning('id')
    await trx('weights.loads').insert({ ticket_id: ticket.id, order_id: orderId, mass })
  }
}

async function insertReading(
  trx: Knex.Transaction,
  { n, scaleId, gross, at }: { n: number; scaleId: number; gross: number; at: Date }
): Promise<number> {
  const [reading] = await trx('weights.readings')
    .insert({
      scale_id: scaleId,
      key: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      ...{ weight: gross, at, received_at: at, raw: `S S ${String(gross).padStart(10)} kg` }
    })
    .returning('id')
  return reading.id
}
