/**
 * Simulates the demo's sensors: some containers move from where they are to reception places nearby and to an internal
 * store, there and back. Their routes begin at the positions in the database, so that a second start goes on from there.
 */
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { startSimulator, type Waypoint } from './simulator.ts'
import { demoPassword } from './staff.ts'
import { fixedImeis, simulatedCount } from './warehouse.ts'

const everyMs = 4_000

interface Sensor {
  readonly imei: string
  readonly route: readonly Waypoint[]
}

/** The first containers that have a position, each with its route: itself, three places near it, the nearest store. */
const simulatedSensors = (database: Database): Promise<Sensor[]> =>
  query<Sensor>(
    database,
    sql`select c.imei, json_build_array(json_build_object('lat', c.latitude, 'lon', c.longitude)) ::jsonb
        || coalesce(p.stops, '[]') || coalesce(s.stop, '[]') as route
      from (select * from iot.containers where latitude is not null and imei <> all(${[...fixedImeis]}::text[])
        order by id limit ${simulatedCount}) c
      left join lateral (select jsonb_agg(jsonb_build_object('lat', n.latitude, 'lon', n.longitude) order by n.place) as stops from (
        select latitude, longitude, row_number() over (order by kernel.on_earth(latitude, longitude) <-> kernel.on_earth(c.latitude, c.longitude)) as place
        from companies.reception_places where latitude is not null
        order by kernel.on_earth(latitude, longitude) <-> kernel.on_earth(c.latitude, c.longitude) limit 3) n) p on true
      left join lateral (select jsonb_build_array(jsonb_build_object('lat', n.latitude, 'lon', n.longitude)) as stop
        from warehouse.internal_stores n
        order by kernel.on_earth(n.latitude, n.longitude) <-> kernel.on_earth(c.latitude, c.longitude) limit 1) s on true
      order by c.id`
  )

/** Starts the sensors against the embedded broker on the port; gives the function that stops them. */
export async function driveDemo(database: Database, port: number): Promise<() => Promise<void>> {
  const devices = (await simulatedSensors(database)).map(({ imei, route }) => ({ imei, route, secret: demoPassword }))
  const simulator = startSimulator({ url: `mqtt://127.0.0.1:${port}`, devices, every: everyMs })
  return () => simulator.stop()
}
