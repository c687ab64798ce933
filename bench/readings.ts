/**
 * A year of readings in their months: the trail of 30 days, a container, and the list of containers, asked of the application
 * while so many readings are stored; and which months a question for 30 days looks into.
 *
 *   npm run bench -- readings            READINGS=20000000 DEVICES=2000; under TMPDIR it needs 5 GB for them
 */
import pg from 'pg'
import { aBenchApp, sendAll } from './helper/app.ts'

const readings = Number(process.env.READINGS ?? 20_000_000)
const devices = Number(process.env.DEVICES ?? 2_000)
const months = 12
const each = Math.floor(readings / devices)
/** Between two readings of a container. */
const stepSeconds = Math.floor((months * 30 * 86_400) / each)
const stayLength = 20

const { url, address, tokenOf, close, services } = await aBenchApp()
const db = new pg.Client({ connectionString: url })
await db.connect()

const timed = async (what: string, text: string, values: unknown[] = []) => {
  const began = performance.now()
  const { rowCount } = await db.query(text, values)
  console.log(`${what}: ${rowCount} rows in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}

/** The place of a container's reading with this number: it stays for a while and then moves on, by some 500 m. */
const place = (number: string) => `52 + (c % 40) * 0.05 + ((${number}) / ${stayLength} % 200) * 0.004`
/** Counted back from now. */
const now = new Date().toISOString()
const time = (number: string) => `timestamptz '${now}' - (${each} - (${number})) * interval '${stepSeconds} seconds'`

try {
  await db.query(`select iot.add_readings_month((date_trunc('month', now()) - g * interval '1 month')::date)
    from generate_series(0, ${months + 1}) g`)
  await db.query(`insert into iot.containers (id, imei, status) overriding system value
    select c, 360000000000000 + c, 1 from generate_series(1, ${devices}) c`)
  await timed(
    'readings',
    `insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery)
      select c, ${time('n')}, ${time('n')}, ${place('n')}, 21, 3.7
      from generate_series(1, ${each}) n, generate_series(1, ${devices}) c`
  )
  await timed(
    'stays',
    `insert into iot.stays (container_id, first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts)
      select c, ${time('n')}, ${time(`n + ${stayLength - 1}`)}, ${place('n')}, 21, ${stayLength}, 16, ${time('n + 15')},
        ${time(`n + ${stayLength - 1}`)}
      from generate_series(0, ${each - stayLength}, ${stayLength}) n, generate_series(1, ${devices}) c`
  )
  await timed(
    'present state',
    `update iot.containers k set last_active_at = s.last_ts, heard_at = s.last_ts, latitude = s.latitude,
        longitude = s.longitude, position_ts = s.last_ts, battery = 3.7, battery_ts = s.last_ts, stay_first_ts = s.first_ts
      from (select distinct on (container_id) * from iot.stays order by container_id, first_ts desc) s
      where s.container_id = k.id`
  )
  await timed('vacuum', 'vacuum (analyze)')
  const [size] = (
    await db.query(`select pg_size_pretty(sum(pg_total_relation_size(i.inhrelid))) as size, count(*)::int as partitions
      from pg_inherits i where i.inhparent = 'iot.readings'::regclass`)
  ).rows
  console.log(`${size.size} in ${size.partitions} partitions`)

  const token = await tokenOf('ADMIN')
  const paths = {
    'trail of 30 days': (id: number) => `/IoT/container/${id}/history?days=30`,
    'trail of all days': (id: number) => `/IoT/container/${id}/history`,
    'one container': (id: number) => `/IoT/container/${id}`,
    'all on the map': () => '/IoT/containers',
    'list of containers': () => '/IoT/containers-list?page=1&limit=35'
  }
  const table: object[] = []
  for (const [what, path] of Object.entries(paths)) {
    const requests = Array.from({ length: 500 }, (_, at) => ({
      method: 'GET' as const,
      path: path(((at * 37) % devices) + 1)
    }))
    const { good, statuses } = await sendAll(address, requests, { connections: 4, seconds: 5, token })
    const { perSecond, p50, p99 } = good
    table.push({ what, perSecond: Math.round(perSecond), p50, p99, statuses: JSON.stringify(statuses) })
  }
  console.table(table)

  for (const [what, text] of [
    [
      '30 days of readings',
      "select count(*) from iot.readings where container_id = 7 and ts between now() - interval '30 days' and now()"
    ],
    [
      'the readings before one',
      `select ts from iot.readings where container_id = 7 and ts < now() - interval '100 days' and latitude is not null
        order by ts desc offset 3 limit 1`
    ]
  ] as const) {
    const { rows } = await db.query(`explain (analyze, buffers, costs off, timing off) ${text}`)
    const lines = rows.map(row => row['QUERY PLAN'] as string)
    const looked = lines.filter(line => /on readings_/.test(line) && !line.includes('never executed'))
    console.log(
      `${what}: ${looked.length} partitions, ${lines.find(line => line.includes('Buffers'))?.trim()}, ${lines.at(-1)}`
    )
  }
} finally {
  await db.end()
  await services.db.destroy().catch(() => undefined)
  await close()
}
process.exit(0)
