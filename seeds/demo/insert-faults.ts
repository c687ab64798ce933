/**
 * What goes wrong in the demo business with containers and places, so that each validator has something to show: a container
 * that nobody has moved for months, one that fell silent, one that left its place without an order, and a place whose address
 * is wrong. Orders without an invoice, and orders that accounting refused, are there already.
 */
import type { Knex } from 'knex'

/** Delivered containers that have stood at one client all the time, the simulated ones aside. */
const settled = `from iot.containers c where c.status = 4 and c.store_id is null and c.id > 20
  and (select count(*) from iot.stays s where s.container_id = c.id) = 1`

/** The one of them whose place has the next place farthest away. */
const secluded = `select c.id ${settled} order by (
    select kernel.metres(kernel.on_earth(c.latitude, c.longitude), kernel.on_earth(p.latitude, p.longitude))
    from companies.reception_places p where p.id <> c.reception_place_id
    order by kernel.on_earth(p.latitude, p.longitude) <-> kernel.on_earth(c.latitude, c.longitude) limit 1) desc, c.id limit 1`

/** Moves all that a container has sent back in time, by an interval of SQL. */
const sentEarlier = (id: number, interval: string): string => `
  update iot.readings set ts = ts - interval '${interval}', received_at = received_at - interval '${interval}' where container_id = ${id};
  update iot.stays set first_ts = first_ts - interval '${interval}', last_ts = last_ts - interval '${interval}',
    settled_ts = settled_ts - interval '${interval}', sure_ts = sure_ts - interval '${interval}' where container_id = ${id};
  update iot.containers set last_active_at = last_active_at - interval '${interval}', heard_at = heard_at - interval '${interval}',
    position_ts = position_ts - interval '${interval}', battery_ts = battery_ts - interval '${interval}',
    stay_first_ts = stay_first_ts - interval '${interval}' where id = ${id};`

/** Some four kilometres off, since yesterday. */
const gone = (id: number): string => `
  with stay as (
    insert into iot.stays (container_id, first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts)
    select container_id, last_ts + interval '3 hours', last_ts + interval '9 hours', latitude + 0.03, longitude + 0.03, 2, 2,
      null, last_ts + interval '9 hours'
    from iot.stays where container_id = ${id} returning *
  ), readings as (
    insert into iot.readings (container_id, ts, received_at, latitude, longitude)
    select container_id, moment, moment, latitude, longitude from stay, unnest(array[first_ts, last_ts]) moment
  )
  update iot.containers c set latitude = stay.latitude, longitude = stay.longitude, position_ts = stay.last_ts,
    last_active_at = stay.last_ts, heard_at = stay.last_ts, stay_first_ts = stay.first_ts
  from stay where c.id = stay.container_id;`

/** Far from where its container stands: another street of the same name. */
const misplaced = (id: number): string => `
  update companies.reception_places place set latitude = place.latitude + 0.014
  from iot.containers c where c.id = ${id} and place.id = c.reception_place_id;`

const nearestAgain = (ids: readonly number[]): string => `
  update iot.containers c set reception_place_id = near.id, reception_place_distance = near.distance
  from iot.containers o, lateral (
    select p.id, kernel.metres(kernel.on_earth(p.latitude, p.longitude), kernel.on_earth(o.latitude, o.longitude)) as distance
    from companies.reception_places p where p.latitude is not null
    order by kernel.on_earth(p.latitude, p.longitude) <-> kernel.on_earth(o.latitude, o.longitude) limit 1
  ) near
  where o.id = c.id and c.id in (${ids.join(', ')});`

export async function insertFaults(trx: Knex.Transaction): Promise<void> {
  const idsOf = async (statement: string): Promise<number[]> =>
    (await trx.raw<{ rows: { id: number }[] }>(statement)).rows.map(({ id }) => id)
  const [elsewhere] = await idsOf(secluded)
  const others = await idsOf(`select c.id ${settled} order by c.id limit 4`)
  const [resting, silent, departed] = others.filter(id => id !== elsewhere)
  if (!resting || !silent || !departed || !elsewhere) return
  await trx.raw(`
    update iot.stays set first_ts = last_ts - interval '118 days', settled_ts = last_ts - interval '117 days'
      where container_id = ${resting};
    update iot.containers c set stay_first_ts = s.first_ts from iot.stays s where c.id = ${resting} and s.container_id = c.id;
    ${sentEarlier(silent, '9 days')}
    ${sentEarlier(departed, '1 day')}
    ${gone(departed)}
    ${misplaced(elsewhere)}
    ${nearestAgain([departed, elsewhere])}`)
}
