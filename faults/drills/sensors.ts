/**
 * kill -9 of an ingest process, twenty times in 100,000 QoS 1 messages from 4 publishers, on a durable database: whatever a
 * publisher was told is safe must be stored, once. With the embedded broker the kill takes the broker too; with Mosquitto it
 * takes the application alone (Mosquitto itself loses what it acknowledged when it is killed), and where two processes share
 * the messages, one of them. Then PostgreSQL is killed three times instead, and the processes live on. The control
 * acknowledges on arrival and must lose some.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { mosquittoPath } from '../../test/helper/browser.ts'
import { freePort } from '../../test/helper/relay.ts'
import { anImei, type DurableTables, openDurableTables, secret } from '../../test/iot/fixtures/database.ts'
import { type Drill, exactly, type Figure, none, within } from '../drill.ts'
import { aChild, kill9, startChild } from '../fixtures/children.ts'
import { untilWithin } from '../fixtures/until.ts'

const until = untilWithin(30_000, 2)

const publishers = 4
const window = 500
const drainMs = 10_000
const child = new URL('../fixtures/ingest-child.ts', import.meta.url).pathname

interface Scenario {
  readonly messages: number
  readonly kills: number
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
async function publish(url: string, imei: string, safe: Set<number>, start: number, each: number): Promise<void> {
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

async function run(
  db: DurableTables,
  { messages, kills, broker, processes, killed, acknowledge }: Scenario
): Promise<Result> {
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
  const publishing = Promise.all(
    imeis.map((imei, at) => publish(url, imei, safe[at] as Set<number>, start, messages / publishers))
  ).then(() => {
    published = true
  })
  const rounds = killed === 'database' ? Math.min(3, kills) : kills
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

async function startMosquitto(port: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-drill-'))
  const config = path.join(folder, 'mosquitto.conf')
  await writeFile(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\nlog_dest none\n`
  )
  const server = aChild(spawn(mosquittoPath() as string, ['-c', config], { stdio: 'ignore' }))
  return {
    async stop() {
      await kill9(server)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const one = { processes: 1, killed: 'ingest', acknowledge: 'commit' } as const
const kept = (['embedded', 'mosquitto'] as const).flatMap(broker => [
  { ...one, broker },
  { ...one, broker, killed: 'database' as const }
])
const scenarios = [...kept, { ...one, broker: 'mosquitto' as const, processes: 2 as const }]
const controls = (['embedded', 'mosquitto'] as const).map(broker => ({
  ...one,
  broker,
  acknowledge: 'arrival' as const
}))

export const sensors: Drill = {
  promise:
    'ingest, or PostgreSQL, killed -9 in 100,000 QoS 1 messages, by the embedded broker and by Mosquitto: all acknowledged are stored, once',
  control: { without: 'with messages acknowledged on arrival', breaks: 'lost in the run that lost least' },
  lacks: () => (mosquittoPath() === null ? 'mosquitto' : undefined),
  async run(at) {
    const messages = at.many(100_000, 2_000)
    const kills = at.many(20, 2)
    const db = await openDurableTables()
    at.after(() => db.close())
    const results: Result[] = []
    for (const scenario of at.isGuarded ? scenarios : controls)
      results.push(await run(db, { messages, kills, ...scenario }))
    const sum = (pick: (result: Result) => number): number => results.reduce((total, result) => total + pick(result), 0)
    const figures: Figure[] = [
      exactly(
        'acknowledged',
        sum(result => result.acknowledged),
        messages * results.length
      ),
      none(
        'acknowledged and lost',
        sum(result => result.lost)
      ),
      none(
        'doubled',
        sum(result => result.doubled)
      ),
      none('lost in the run that lost least', Math.min(...results.map(result => result.lost))),
      within('backlog drained in', Math.max(...results.map(result => result.drainSeconds)), drainMs / 1_000, 's'),
      exactly('runs', results.length, results.length),
      exactly('kills each', kills, kills)
    ]
    return figures
  }
}
