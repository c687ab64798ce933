/**
 * An upgrade without a stop, as an operator does it (docs/operators.md, "Upgrade"): the last release works under load, this version's `migrate`
 * runs beside it, one of its processes is killed and started anew on the new tables, this version's processes come, the last release's go.
 * No call may fail, no order or reading may be lost or be there twice.
 *
 *   npm run test:upgrade -- --from <commit> [--to <commit>] [--orders 20000] [--rate 8] [--seconds 8]
 *
 * `--from` is the last release; without it the newest tag, and where there is none the first parent of HEAD. `--to` is what is upgraded to:
 * without it the sources as they stand here. Mosquitto must be installed.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { root } from '../../scripts/check.ts'
import { demoPassword } from '../../seeds/demo/staff.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { aMosquitto } from '../../test/helper/mosquitto.ts'
import { type Client, startLoad } from './load.ts'
import { checkOut, killMembers, type Member, Release, removeCheckOut, warningsIn } from './release.ts'

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const
const { values } = parseArgs({
  options: { from: text(''), to: text(''), orders: text('2000'), rate: text('8'), seconds: text('8') }
})
const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

function lastRelease(): string {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return 'HEAD^'
  }
}

const from = git('rev-parse', '--short=8', values.from || lastRelease())
const seconds = Number(values.seconds)
const folder = mkdtempSync(join(tmpdir(), 'opony-upgrade-'))
const faults: string[] = []
let phase = ''
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const begin = (name: string): void => {
  phase = name
  say(name)
}

async function drill(url: string, brokerUrl: string): Promise<void> {
  const env = {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    MQTT_URL: brokerUrl,
    STORAGE_URL: `file:${join(folder, 'files')}`,
    DATA_DIR: join(folder, 'data'),
    TOKEN_SECRET: 'long enough for a drill of an upgrade, surely',
    VAT_LIST_URL: 'none',
    VIES_URL: 'none',
    GEOCODING_URL: 'none',
    MAIL_URL: 'log:',
    DEMO: 'false',
    LOG_FORMAT: 'json'
  }
  const database = new pg.Pool({ connectionString: url, max: 2 })
  const rowsOf = async <Row extends pg.QueryResultRow>(statement: string, given: unknown[] = []): Promise<Row[]> =>
    (await database.query<Row>(statement, given)).rows
  checkOut(from, join(folder, 'old'))
  const old = new Release(`old ${from}`, join(folder, 'old'), env)
  const target = values.to ? join(folder, 'new') : root
  if (values.to) checkOut(values.to, target)
  const next = new Release(`new ${git('rev-parse', '--short=8', values.to || 'HEAD')}`, target, env)
  say(`From ${old.name} to ${next.name}, ${values.orders} orders`)
  await old.command('migrate')
  await old.command('seed')
  await old.command('seed-demo', ['--orders', values.orders])

  const clients = await rowsOf<Client>(`
    select distinct on (a.company_id) a.email, p.id as "receptionPlace", o.order_type_item_id as "orderTypeItemId"
    from users.accounts a join companies.companies c on c.id = a.company_id and c.active and c.verified
      join orders.orders o on o.company_id = a.company_id
      join companies.reception_places p on p.id = o.reception_place_id and p.is_active and p.approved_at is not null
    where a.role = 2 and a.password_hash is not null and a.confirmed_at is not null and a.deactivated_at is null
    order by a.company_id, o.id desc limit 12`)
  const imeis = (await rowsOf<{ imei: string }>('select imei from iot.containers order by id limit 50')).map(
    one => one.imei
  )
  const before = (await rowsOf<{ id: number }>('select max(id) as id from orders.orders'))[0]?.id ?? 0

  const oldWebs = [await old.member('web'), await old.member('web')]
  const oldRest = await old.member('ingest,worker')
  let serving: readonly Member[] = oldWebs
  const load = startLoad({
    clients,
    imeis,
    staff: 'admin@example.com',
    password: demoPassword,
    rate: Number(values.rate),
    brokerUrl,
    backends: () => serving.map(({ port }) => port),
    phase: () => phase
  })
  const lost = load.work.then(() => new Promise<never>(() => undefined))
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost])
  const pause = (): Promise<void> => during(wait(seconds * 1000))

  await during(load.ready)
  begin('1 old processes on their own tables')
  await pause()
  begin('2 migrate of the new version beside them')
  const began = performance.now()
  say((await during(next.command('migrate'))).trimEnd())
  say(`  in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  begin('3 old processes on the new tables')
  await pause()
  begin('4 one of them is killed and started anew')
  const [first, second] = oldWebs as [Member, Member]
  serving = [second]
  await wait(1_000)
  await during(first.stop('SIGKILL'))
  let oldAgain: Member | undefined
  try {
    oldAgain = await during(old.member('web'))
    serving = [second, oldAgain]
  } catch (error) {
    faults.push(`an old process does not start on the new tables: ${(error as Error).message.slice(0, 600)}`)
  }
  await pause()
  begin('5 old and new processes')
  const newWebs = [await during(next.member('web')), await during(next.member('web'))]
  const newRest = await during(next.member('ingest,worker'))
  serving = [...serving, ...newWebs]
  await pause()
  begin('6 the old ones go')
  serving = newWebs
  // a proxy takes a process out of its list before it is stopped
  await wait(1_000)
  for (const member of [second, ...(oldAgain ? [oldAgain] : []), oldRest]) {
    const code = await during(member.stop())
    if (code !== 0) faults.push(`${member.name} ended with ${code}:\n${member.output().slice(-1_000)}`)
  }
  begin('7 new processes alone')
  await pause()
  await load.stop()

  for (const [name, { calls, failed, longestMs, faults: seen }] of load.tallies) {
    say(`${name.padEnd(44)} ${String(calls).padStart(6)} calls, ${failed} failed, longest ${Math.round(longestMs)} ms`)
    for (const one of seen) say(`    ${one}`)
    if (failed > 0) faults.push(`${name}: ${failed} of ${calls} calls failed`)
  }
  // A 503 says nothing of its reason to the caller; the processes do.
  for (const member of [...oldWebs, oldRest, ...(oldAgain ? [oldAgain] : []), ...newWebs, newRest])
    for (const line of warningsIn(member.output()).slice(0, 5)) say(`  ${member.name}: ${line}`)
  const made = await rowsOf<{ id: number }>('select id from orders.orders where id > $1', [before])
  const ids = new Set(load.placed.values())
  say(`orders: ${load.placed.size} keys, ${ids.size} ids, ${made.length} rows`)
  if (ids.size !== load.placed.size || made.length !== ids.size) faults.push('orders were lost, or are there twice')
  const stored = async (): Promise<number> => {
    const rows = await rowsOf<{ imei: string; ts: Date }>(
      `select c.imei, r.ts from iot.readings r join iot.containers c on c.id = r.container_id where r.latitude = 51.14 and r.longitude = 23.47`
    )
    return rows.filter(({ imei, ts }) => load.readings.has(`${imei} ${ts.toISOString()}`)).length
  }
  let there = await stored()
  for (let tries = 0; there < load.readings.size && tries < 40; tries++) {
    await wait(500)
    there = await stored()
  }
  say(`readings: ${load.readings.size} acknowledged, ${there} stored`)
  if (there !== load.readings.size) faults.push('readings were lost')
  for (const member of [...newWebs, newRest]) await member.stop()
  await database.end()
}

// Processes of both versions at once have up to 150 (docs/scaling.md).
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: true, connections: 200 })
const mosquitto = await aMosquitto()
try {
  await drill(postgres.url, mosquitto.url)
} catch (error) {
  faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
} finally {
  killMembers()
  for (const made of ['old', 'new'].map(name => join(folder, name))) if (existsSync(made)) removeCheckOut(made)
  await mosquitto.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) say(`FAULT ${fault}`)
say(faults.length === 0 ? 'The upgrade stopped nothing and lost nothing.' : `${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
