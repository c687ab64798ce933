/**
 * The validators over a million orders and 50,000 containers.
 *
 *     npm run seed:demo -- --orders 1000000     once, into DATA_DIR or DATABASE_URL
 *     npm run bench -- validators               or with another number of containers: npm run bench -- validators 5000
 *
 * Containers with 24 stays each, and what they find, are made in one transaction that is rolled back: the database stays as it was.
 * Prints how long each check takes when it finds everything, and when it finds what it has found before. The limit of all is a
 * minute.
 */
import { readSettings } from '../config/settings.ts'
import { runCheck } from '../modules/validators/check.ts'
import { kindNames } from '../modules/validators/kinds.ts'
import { startPostgres } from '../src/embedded/postgres.ts'
import { openDatabase } from '../src/kernel/database/database.ts'

const containers = Number(process.argv[3] ?? 50_000)
const limitMs = 60_000

/** Nine months of every container: twelve days at a client, twelve in a yard, and so on; one in ten rests where it came to first. */
const world = `
  insert into iot.containers (id, container_number, imei, status, created_at)
    select 1000000 + n, 'B-' || n, 'bench ' || n, (array[4, 4, 1, 2, 3])[1 + n / 10 % 5], now() - interval '400 days'
    from generate_series(1, ${containers}) n;
  create temp table spots on commit drop as
    select (row_number() over (order by id) - 1)::int as n, id, latitude, longitude
    from companies.reception_places where latitude is not null;
  create temp table plan on commit drop as
    select c, k, (case when c % 10 = 0 then c when k % 2 = 0 then c + k else c % 4 end) % (select count(*)::int from spots) as spot,
      now() - interval '1 day' * (12 * (24 - k)) as began
    from generate_series(1, ${containers}) c cross join generate_series(0, 23) k;
  analyze spots;
  analyze plan;
  insert into iot.stays (container_id, first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts)
    select 1000000 + c, began, began + interval '280 hours', latitude + (c % 7) * 0.0001, longitude + (k % 5) * 0.0001, 20, 16,
      began, began + interval '280 hours'
    from plan join spots on spots.n = plan.spot;
  update iot.containers c set stay_first_ts = s.first_ts, latitude = s.latitude, longitude = s.longitude, position_ts = s.last_ts,
      last_active_at = s.last_ts, heard_at = s.last_ts - interval '1 day' * (c.id % 12)
    from iot.stays s where s.container_id = c.id and c.id > 1000000 and s.first_ts > now() - interval '300 hours';
  analyze iot.containers;
  analyze iot.stays`

const settings = readSettings(process.env)
const postgres = settings.databaseUrl ? undefined : await startPostgres({ dataDir: settings.dataDir, durable: true })
const database = openDatabase({
  url: settings.databaseUrl || (postgres?.url ?? ''),
  poolSize: 1,
  statementTimeoutMs: 0
})

const trx = await database.transaction()
try {
  await trx.raw(
    `set local lock_timeout = 0; set local statement_timeout = '5min'; set local idle_in_transaction_session_timeout = 0; ${world}`
  )
  const count = async (table: string): Promise<string> =>
    Number((await trx.raw(`select count(*) as n from ${table}`)).rows[0].n).toLocaleString('en')
  console.log(
    `${await count('orders.orders')} orders, ${await count('iot.containers')} containers, ${await count('iot.stays')} stays, ${await count('companies.reception_places')} places\n`
  )
  console.log('| check | first run, ms | found | next run, ms |\n| --- | --- | --- | --- |')
  let sum = 0
  for (const name of kindNames) {
    const took: number[] = []
    let found = 0
    for (const round of [1, 2]) {
      const began = performance.now()
      const { added, refreshed, resolved, open } = await runCheck(trx, name, settings, new Date())
      took.push(Math.round(performance.now() - began))
      found = open
      if (round === 2 && added + refreshed + resolved > 0) console.log(`${name} is not idempotent`)
    }
    sum += took[0] ?? 0
    console.log(`| ${name} | ${took[0]} | ${found.toLocaleString('en')} | ${took[1]} |`)
  }
  console.log(`\nall: ${(sum / 1000).toFixed(1)} s (limit ${limitMs / 1000} s): ${sum <= limitMs ? 'ok' : 'OVER'}`)
} finally {
  await trx.rollback().catch(() => undefined)
  await database.destroy()
  await postgres?.stop()
}
