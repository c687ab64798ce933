/**
 * Lists of containers at 50,000 of them, 20,000 reception places and 500,000 stays, in a database of its own.
 *
 *     npm run bench -- containers
 *
 * Of each list of the module: the first page, its last, each sort both ways, and searches, as medians through the full route. Then the
 * forecasts of 5,000 batteries from 1,200,000 readings.
 */
import { keepForecasts } from '../modules/iot/battery/keep.ts'
import { iot } from '../modules/iot/index.ts'
import { openDatabase } from '../src/kernel/database/database.ts'
import { query, sql } from '../src/kernel/database/sql.ts'
import { aCompany, aStore } from '../test/helper/factories.ts'
import { aBenchApp, median } from './helper/app.ts'
import { isList } from './helper/demo.ts'

const rounds = 7
const bench = await aBenchApp()
const { db } = bench.services
/** Without the limit of time that the application's statements have. */
const patient = openDatabase({ url: bench.url, poolSize: 1, statementTimeoutMs: 0 })

const company = await aCompany(db, { name: 'Gumex', place: false })
for (let n = 0; n < 4; n++) await aStore(db, { name: `Plac ${n}`, at: { latitude: 50 + n, longitude: 20 } })
for (const statement of [
  sql`insert into companies.reception_places (company_id, department_id, city, street, postal_code, phone, latitude, longitude)
    select ${company.id}, ${company.departmentId}, 'Miasto ' || (n % 400), 'Ulica ' || n, lpad((n % 99)::text, 2, '0') || '-100', '825601234',
      49 + (n % 141) * 0.04, 14.5 + (n / 141) * 0.065 from generate_series(1, 20000) n`,
  sql`insert into warehouse.stock_levels (reception_place_id, containers_amount)
    select id, 2 from companies.reception_places where id % 2 = 0`,
  sql`insert into iot.containers (container_number, ser_no, imei, status, assigned_store_id, last_active_at, heard_at, latitude, longitude,
      battery, battery_status, stay_first_ts, store_id, reception_place_id, reception_place_distance, battery_critical_at, battery_trend)
    select 'K-' || lpad(n::text, 6, '0'), 'OT' || (n * 7919 % 999983), (350000000000000 + n)::text, n % 11, 1 + n % 4,
      now() - n * interval '7 seconds', now(), p.latitude, p.longitude, 3.2 + (n % 90) / 100.0, 1 + n % 3,
      now() - (n % 2000) * interval '1 hour', case when n % 5 = 0 then 1 + n % 4 end, p.id, n % 150,
      case when n % 3 > 0 then now() + (n % 400) * interval '1 day' end, n % 3
    from generate_series(1, 50000) n join companies.reception_places p on p.id = (select min(id) from companies.reception_places) + n % 20000`,
  sql`insert into iot.stays (container_id, first_ts, last_ts, sure_ts, latitude, longitude, readings, weight, store_id)
    select c.id, c.stay_first_ts - k * interval '2 days', c.stay_first_ts - k * interval '2 days' + interval '1 day',
      c.stay_first_ts - k * interval '2 days' + interval '1 day', c.latitude + (k % 3) * 0.01, c.longitude, 20, 16,
      case when k % 4 = 3 then 1 + k % 4 end
    from iot.containers c, generate_series(0, 9) k`,
  sql`insert into iot.photos (container_id, created_at) select id, now() from iot.containers where id % 3 = 0`,
  sql`insert into iot.readings (container_id, ts, received_at, battery)
    select c.id, now() - d * interval '1 day' - h * interval '3 hours', now(), 3.9 - (30 - d) * 0.01
    from iot.containers c, generate_series(1, 30) d, generate_series(0, 7) h where c.id <= 5000`
])
  await query(patient, statement)
await patient.raw('vacuum analyze')
await patient.destroy()

const token = await bench.tokenOf('ADMIN')
async function call(path: string): Promise<{ ms: number; total: number }> {
  const times: number[] = []
  let total = 0
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    const answer = await fetch(bench.address + path, { headers: { authorization: `Bearer ${token}` } })
    const body = (await answer.json()) as { total: number }
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`)
    total = body.total
    times.push(performance.now() - began)
  }
  return { ms: median(times), total }
}

let worst = 0
async function print(what: string, path: string): Promise<number> {
  const { ms, total } = await call(path)
  worst = Math.max(worst, ms)
  console.log(`${ms.toFixed(1).padStart(8)} ms${ms > 100 ? ' over 100' : ''}  ${what}  (${total})`)
  return total
}

for (const page of (iot.pages ?? []).filter(isList)) {
  const { path, search } = page.resource
  const first = `${path}?limit=${page.pageSize}`
  const total = await print(`${page.id}: first page`, first)
  await print(`${page.id}: last page`, `${first}&page=${Math.max(1, Math.ceil(total / page.pageSize))}`)
  for (const { key } of page.columns.filter(column => page.resource.sortable.includes(column.key)))
    for (const desc of [false, true])
      await print(`${page.id}: by ${key}${desc ? ' down' : ''}`, `${first}&OrderBy=${key}&Desc=${desc}`)
  for (const text of search ? ['K-049', 'OT77', 'Plac 2', 'Ulica 19999', 'Miasto 3', 'Gumex', 'qqqq', '35'] : [])
    await print(`${page.id}: search of ${text}`, `${first}&allFields=${encodeURIComponent(text)}`)
}
for (const filter of ['BatteryStatus=3', 'ContainerStatus=7'])
  await print(`service, ${filter}`, `/IoT/containers-list?limit=35&OrderBy=daysUntilCritical&${filter}`)
console.log(`worst: ${worst.toFixed(1)} ms`)

await db.raw('update iot.containers set battery_forecast_day = current_date - 1 where id > 5000')
const began = performance.now()
await keepForecasts(bench.services)
console.log(`forecasts of 5,000 batteries: ${((performance.now() - began) / 1000).toFixed(1)} s`)
await bench.close()
