/**
 * kill -9 of an ingest process, twenty times in 100,000 QoS 1 messages from 4 publishers, on a durable database: whatever a
 * publisher was told is safe must be stored, once. With the embedded broker the kill takes the broker too; with Mosquitto it
 * takes the application alone (Mosquitto itself loses what it acknowledged when it is killed), and where two processes share
 * the messages, one of them. Then PostgreSQL is killed three times instead, and the processes live on. The controls
 * acknowledge on arrival and must lose some, or this test sees nothing.
 *
 *   npx tsx faults/ingest-kill.ts
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { freePort } from '../test/helper/relay.ts'
import { anImei, type DurableTables, openDurableTables, secret } from '../test/iot/fixtures/database.ts'
import { aChild, children, kill9, startChild } from './fixtures/children.ts'

const messages = Number(process.env.MESSAGES ?? 100_000)
const kills = Number(process.env.KILLS ?? 20)
const databaseKills = Math.min(3, kills)
const publishers = 4
const window = 500
const each = messages / publishers
const drainMs = 10_000
const child = new URL('./fixtures/ingest-child.ts', import.meta.url).pathname

interface Scenario {
  readonly broker: 'embedded' | 'mosquitto'
  /** Of ingest. */
  readonly processes: 1 | 2
  readonly killed: 'ingest' | 'database'
  readonly acknowledge: 'commit' | 'arrival'
}

interface Result {
  readonly acknowledged: number
  readonly stored: number
  readonly lost: number
  readonly doubled: number
  readonly drainSeconds: number
}

/**
 * Publishes its readings, each with a time of its own, and adds to `safe` the times that were acknowledged. After a lost
 * connection it sends again, at once, all that were not. (mqtt.js' own store would send them one by one.)
 */
async function publish(url: string, imei: string, safe: Set<number>, start: number): Promise<void> {
  const topic = `containers/${imei}/telemetry`
  const options = { protocolVersion: 4, username: imei, password: secret, reconnectPeriod: 0 } as const
  while (safe.size < each) {
    const client = await mqtt.connectAsync(url, options).catch(() => wait(50))
    if (!client) continue
    let open = true
    let inFlight = 0
    let wake: () => void = () => undefined
    client.on('error', () => undefined)
    client.on('close', () => {
      open = false
      wake()
    })
    for (let at = 0, sent = 0; at < each && open; at++) {
      const ts = start + at
      if (safe.has(ts)) continue
      while (open && inFlight >= window) await new Promise<void>(resolve => (wake = resolve))
      inFlight += 1
      client.publish(topic, JSON.stringify({ ts, lat: 52, lon: 21, battery: 3.7 }), { qos: 1 }, err => {
        if (!err) safe.add(ts)
        inFlight -= 1
        wake()
      })
      // Without a breath the whole load would be with the broker before the first kill.
      if (++sent % 100 === 0) await wait(10)
    }
    while (open && inFlight > 0) await new Promise<void>(resolve => (wake = resolve))
    await client.endAsync(true)
  }
}

async function run(db: DurableTables, { broker, processes, killed, acknowledge }: Scenario): Promise<Result> {
  const imeis = Array.from({ length: publishers }, anImei)
  const ids = await db.containers(imeis)
  const port = await freePort()
  const url = `mqtt://127.0.0.1:${port}`
  const mosquitto = broker === 'mosquitto' ? await startMosquitto(port) : undefined
  const env = {
    DATABASE_URL: db.url,
    ACKNOWLEDGE: acknowledge,
    ...(mosquitto ? { MQTT_URL: url, MQTT_SESSIONS: String(processes) } : { MQTT_PORT: String(port) })
  }
  const ingest: ChildProcess[] = []
  for (let at = 0; at < processes; at++) ingest.push(await startChild(child, env))
  const stored = async (): Promise<number> => {
    const [row] = await db
      .query('select count(*)::int as n from iot.readings where container_id = any($1)', [ids])
      // The pool's connections are those of the server that was killed.
      .catch(() => db.query('select count(*)::int as n from iot.readings where container_id = any($1)', [ids]))
    return row?.n
  }
  const safe = imeis.map(() => new Set<number>())
  const start = Date.now() - messages
  let published = false
  const publishing = Promise.all(imeis.map((imei, at) => publish(url, imei, safe[at] as Set<number>, start))).then(
    () => {
      published = true
    }
  )
  const rounds = killed === 'database' ? databaseKills : kills
  for (let round = 1; round <= rounds; round++) {
    // The control loses too much to reach a share of the whole: it is killed as soon as it has stored something again.
    const goal = acknowledge === 'commit' ? (messages * round) / (rounds + 2) : (await stored()) + 1
    await until(async () => (await stored()) >= goal || (published && acknowledge === 'arrival'), `${goal} readings`)
    if (killed === 'database') await db.killAndRestart()
    else {
      const at = round % processes
      await kill9(ingest[at] as ChildProcess)
      ingest[at] = await startChild(child, env)
    }
  }
  await publishing
  const acknowledged = safe.reduce((sum, one) => sum + one.size, 0)
  const drainedFrom = performance.now()
  let last = -1
  while (performance.now() - drainedFrom < drainMs) {
    const now = await stored()
    // The control never gets there: a second without a new reading is its end.
    if (now >= acknowledged || (acknowledge === 'arrival' && now === last)) break
    last = now
    await wait(acknowledge === 'arrival' ? 1_000 : 20)
  }
  const drainSeconds = (performance.now() - drainedFrom) / 1_000
  for (const one of ingest) await kill9(one)
  await mosquitto?.stop()
  let lost = 0
  for (const [at, id] of ids.entries()) {
    const rows = await db.query<{ ts: Date }>('select ts from iot.readings where container_id = $1', [id])
    const there = new Set(rows.map(row => row.ts.getTime()))
    for (const ts of safe[at] as Set<number>) if (!there.has(ts)) lost += 1
  }
  const total = await stored()
  const [counted] = await db.query('select sum(readings)::int as n from iot.stays where container_id = any($1)', [ids])
  return { acknowledged, stored: total, lost, doubled: (counted?.n ?? 0) - total, drainSeconds }
}

async function until(reached: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come within 30 s`)
    await wait(2)
  }
}

async function startMosquitto(port: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-fault-'))
  const config = path.join(folder, 'mosquitto.conf')
  await writeFile(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\nlog_dest none\n`
  )
  const server = aChild(spawn(mosquittoPath as string, ['-c', config], { stdio: 'ignore' }))
  return {
    async stop() {
      await kill9(server)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const mosquittoPath = ['mosquitto', '/usr/sbin/mosquitto'].find(name => !spawnSync(name, ['-h']).error)
if (!mosquittoPath) console.log('Mosquitto is not installed: its half is left out (apt-get install mosquitto).')
const one = { processes: 1, killed: 'ingest', acknowledge: 'commit' } as const
const all: Scenario[] = (['embedded', 'mosquitto'] as const).flatMap(broker => [
  { ...one, broker },
  { ...one, broker, acknowledge: 'arrival' },
  { ...one, broker, killed: 'database' }
])
all.push({ ...one, broker: 'mosquitto', processes: 2 })
const scenarios = all.filter(({ broker }) => mosquittoPath !== undefined || broker === 'embedded')
const db = await openDurableTables()
let violated = false
try {
  const table: object[] = []
  for (const scenario of scenarios) {
    const began = performance.now()
    const result = await run(db, scenario)
    const { acknowledged, lost, doubled, drainSeconds } = result
    const good =
      scenario.acknowledge === 'commit'
        ? acknowledged === messages && lost === 0 && doubled === 0 && drainSeconds <= drainMs / 1_000
        : lost > 0
    violated ||= !good
    const seconds = Math.round((performance.now() - began) / 100) / 10
    table.push({ ...scenario, ...result, drainSeconds: Math.round(drainSeconds * 10) / 10, seconds, good })
  }
  console.log(
    `${messages} messages, ${publishers} publishers, ${kills} kills each (of the database ${databaseKills}); the arrival rows must lose some`
  )
  console.table(table)
} catch (error) {
  violated = true
  console.error(error)
} finally {
  for (const one of children) one.kill('SIGKILL')
  await db.close()
}
process.exit(violated ? 1 : 0)
