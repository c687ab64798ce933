/** What was acknowledged, against what is in the database. */
import type { Orders, PlacedOrder } from './load/orders.ts'
import type { Sensors } from './load/sensors.ts'
import { asSuperuser } from './opony.ts'

export interface Found {
  readonly ordersLost: number
  readonly ordersDoubled: number
  readonly readingsLost: number
  readonly readingsDoubled: number
}

export async function verify({ orders, sensors }: { orders: Orders; sensors: Sensors }): Promise<Found> {
  // As they are now: more is acknowledged while the database is asked.
  const placed = orders.placed.map(order => ({ ...order }))
  const readings = [...sensors.acknowledged]
  const keys = [...orders.keys]
  const stored = await asSuperuser<{ key: string; orders: number; accepted: number; status: number }>(
    `select o.additional_info as key, count(distinct o.id)::int as orders, max(o.status)::int as status,
       count(c.id) filter (where c.code = 'orders.accept')::int as accepted
     from orders.orders o left join kernel.changes c on c.resource_type = 'orders.order' and c.subject_id = o.id
     where o.additional_info = any($1::text[]) group by 1`,
    'opony',
    [keys]
  )
  const byKey = new Map(stored.map(row => [row.key, row]))
  const [counted] = await asSuperuser<{ lost: number; doubled: number }>(
    `select count(*) filter (where r.n = 0)::int as lost, count(*) filter (where r.n > 1)::int as doubled
     from unnest($1::text[], $2::bigint[]) as t (imei, ts) left join iot.containers c using (imei)
     cross join lateral (select count(*) as n from iot.readings r where r.container_id = c.id and r.ts = to_timestamp(t.ts / 1000.0)) r`,
    'opony',
    [readings.map(({ imei }) => imei), readings.map(({ ts }) => ts)]
  )
  const isLost = ({ key, isAccepted }: PlacedOrder): boolean => {
    const row = byKey.get(key)
    return !row || (isAccepted && row.accepted === 0)
  }
  return {
    ordersLost: placed.filter(isLost).length,
    ordersDoubled: stored.filter(({ orders, accepted }) => orders > 1 || accepted > 1).length,
    readingsLost: counted?.lost ?? 0,
    readingsDoubled: counted?.doubled ?? 0
  }
}
