/**
 * Messages a second through Mosquitto, QoS 1: acknowledged after the commit of everything (`full`), of the readings alone
 * (`store`), and by a subscriber that does nothing (`noop`, the limit). Interleaved on a durable database; medians, and
 * ratios to the limit. Then the way of one message, publish to committed, at 10,000 a second.
 *
 *   npx tsx bench/ingest.ts        MESSAGES=100000 ROUNDS=5 DEVICES=1000
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { openBatchWriter } from '../modules/iot/ingest/batch-writer.ts'
import { imeiOf, readPayload } from '../modules/iot/ingest/reading.ts'
import { startIngest } from '../modules/iot/ingest/start.ts'
import type { Outcome } from '../modules/iot/ingest/types.ts'
import { doubles, integers } from '../src/kernel/database/arrays.ts'
import { startSubscriber } from '../src/kernel/mqtt/client.ts'
import type { Receive } from '../src/kernel/mqtt/message.ts'
import { anImei, openTables, silent, type Tables } from '../test/iot/fixtures/database.ts'

const messages = Number(process.env.MESSAGES ?? 60_000)
const rounds = Number(process.env.ROUNDS ?? 3)
const devices = Number(process.env.DEVICES ?? 1_000)
const port = 20_000 + (process.pid % 20_000)
const url = `mqtt://127.0.0.1:${port}`
const topic = 'containers/+/telemetry'
/** As they are by default. */
const quotas = { readingsADay: 50_000, rejectionsADay: 5_000 }

interface Consumer {
  readonly name: string
  /** Hands over `count` messages; resolves when all are safe and acknowledged. */
  start(count: number): Promise<{ all: Promise<void>; stop: () => Promise<void> }>
}

function counted(count: number): { one: () => void; all: Promise<void> } {
  let left = count
  let done: () => void = () => undefined
  const all = new Promise<void>(resolve => (done = resolve))
  return { all, one: () => --left === 0 && done() }
}

async function subscribed(receive: Receive, count: number, stopMore: () => Promise<void>) {
  const { one, all } = counted(count)
  const subscriber = startSubscriber({
    url,
    topic,
    clientId: `bench-${Math.random()}`,
    sessionExpirySeconds: 0,
    log: silent,
    receive: message => receive(message).then(one)
  })
  while (!subscriber.connected()) await wait(5)
  return {
    all,
    stop: async () => {
      await subscriber.stop()
      await stopMore()
    }
  }
}

const noop: Consumer = {
  name: 'noop',
  async start(count) {
    const { one, all } = counted(count)
    const client = await mqtt.connectAsync(url, {
      protocolVersion: 5,
      clean: true,
      properties: { receiveMaximum: 8_192 }
    })
    client.handleMessage = (_packet, done) => {
      done()
      one()
    }
    await client.subscribeAsync(topic, { qos: 1 })
    return { all, stop: () => client.endAsync(true) }
  }
}

const full = (db: Tables): Consumer => ({
  name: 'full',
  async start(count) {
    const ingest = startIngest({
      databaseUrl: db.url,
      settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
      now: () => new Date(),
      log: silent,
      onPositions: () => undefined,
      quotas
    })
    return await subscribed(ingest.receive, count, ingest.stop)
  }
})

const store = (db: Tables, ids: Map<string, number>): Consumer => ({
  name: 'store',
  async start(count) {
    const none: Outcome = { stored: 0, repeated: 0, late: 0, rejected: [], changed: [] }
    const writers = [0, 1].map(() =>
      openBatchWriter({
        databaseUrl: db.url,
        log: silent,
        onStored: () => undefined,
        async write(client, batch) {
          const rows = batch.flatMap(({ imei, readings }) =>
            readings.map(one => ({ id: ids.get(imei ?? '') ?? 0, ...one }))
          )
          await client.query({
            name: 'bench.store',
            text: `insert into iot.readings (container_id, ts, received_at, latitude, longitude, battery)
              select id, to_timestamp(ts / 1000), now(), latitude, longitude, battery
              from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
                as t(id, ts, latitude, longitude, battery) on conflict do nothing`,
            values: [
              integers(rows, row => row.id),
              ...(['ts', 'latitude', 'longitude', 'battery'] as const).map(key => doubles(rows, row => row[key]))
            ]
          })
          return none
        }
      })
    )
    let turn = 0
    const receive: Receive = ({ topic: from, payload }) => {
      const receivedAt = Date.now()
      const writer = writers[turn++ % 2] as (typeof writers)[number]
      return writer.store({ topic: from, imei: imeiOf(from), receivedAt, ...readPayload(payload, receivedAt, 400) })
    }
    return await subscribed(receive, count, async () => {
      await Promise.all(writers.map(writer => writer.stop(1_000)))
    })
  }
})

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const folder = await mkdtemp(path.join(tmpdir(), 'opony-bench-'))
await writeFile(
  path.join(folder, 'mosquitto.conf'),
  `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\nlog_dest none\n`
)
const broker = spawn('/usr/sbin/mosquitto', ['-c', path.join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
const db = await openTables()
const imeis = Array.from({ length: devices }, anImei)
const idList = await db.containers(imeis)
const ids = new Map(imeis.map((imei, at) => [imei, idList[at] as number]))
const load = new URL('./ingest-load.ts', import.meta.url).pathname
let firstTs = Date.now() - 3_600_000 * 24

function publish(count: number): ChildProcess {
  const args = [port, count, imeis[0] ?? '', devices, firstTs].map(String)
  firstTs += count
  return spawn(process.execPath, ['--import', 'tsx', load, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
}

const figures: Record<string, number[]> = {}
try {
  const consumers = [noop, store(db, ids), full(db)]
  for (let round = 0; round <= rounds; round++) {
    for (const { name, start } of consumers) {
      const { all, stop } = await start(messages)
      // From the first message: a process takes its time to begin.
      const watch = await mqtt.connectAsync(url)
      await watch.subscribeAsync(`containers/${imeis[0]}/telemetry`)
      const first = new Promise<number>(resolve => watch.once('message', () => resolve(performance.now())))
      const loading = publish(messages)
      const gone = once(loading, 'exit')
      const began = await first
      await watch.endAsync(true)
      await all
      const rate = messages / ((performance.now() - began) / 1_000)
      await gone
      await stop()
      // The first round warms up plans and pages.
      if (round > 0) figures[name] = [...(figures[name] ?? []), Math.round(rate)]
    }
  }
  const limit = median(figures.noop ?? [])
  console.table(
    Object.entries(figures).map(([name, rates]) => ({
      name,
      perSecond: median(rates),
      ofNoop: Math.round((median(rates) / limit) * 100) / 100,
      all: rates.join(' ')
    }))
  )
  await latency()
} finally {
  await db.close()
  broker.kill()
  await rm(folder, { recursive: true, force: true })
}

/** 10 s at 10,000 a second, straight into `receive`: waiting for the broker is not counted. */
async function latency(): Promise<void> {
  const ingest = startIngest({
    databaseUrl: db.url,
    settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
    now: () => new Date(),
    log: silent,
    onPositions: () => undefined,
    quotas
  })
  const took: number[] = []
  const sent: Promise<unknown>[] = []
  for (let tick = 0; tick < 1_000; tick++) {
    const at = performance.now()
    for (let one = 0; one < 100; one++) {
      const imei = imeis[(tick * 100 + one) % devices]
      const payload = Buffer.from(JSON.stringify({ ts: firstTs++, lat: 52, lon: 21, battery: 3.7 }))
      sent.push(
        ingest.receive({ topic: `containers/${imei}/telemetry`, payload }).then(() => took.push(performance.now() - at))
      )
    }
    await wait(Math.max(0, 10 - (performance.now() - at)))
  }
  await Promise.all(sent)
  await ingest.stop()
  took.sort((a, b) => a - b)
  const at = (share: number) => `${(took[Math.floor(took.length * share)] ?? 0).toFixed(1)} ms`
  console.log(`receive → committed at about 10,000/s: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
}
process.exit(0)
