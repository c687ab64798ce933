import { afterAll, beforeAll, expect, it } from 'vitest'
import { startIngest } from '../../modules/iot/ingest/start.ts'
import { batteryAt, positionAt, startSimulator } from '../../seeds/demo/simulator.ts'
import { metresBetween } from '../../src/kernel/database/earth.ts'
import { startMqttListener } from '../../src/kernel/mqtt/listener.ts'
import { aDatabase } from '../helper/database.ts'
import { anImei, secret, silent, type Tables, tablesIn } from './fixtures/database.ts'

let db: Tables
beforeAll(async () => {
  db = tablesIn(await aDatabase())
})
afterAll(() => db.close())

const route = [
  { lat: 51.13, lon: 23.47 },
  { lat: 51.25, lon: 22.57 },
  { lat: 52.23, lon: 21.01 }
]
const point = ({ lat, lon }: { lat: number; lon: number }) => ({ latitude: lat, longitude: lon })

it('moves from one end to the other and back in small steps', () => {
  const track = Array.from({ length: 120 }, (_, step) => point(positionAt(route, step)))
  const legs = [metresBetween(point(route[0]!), point(route[1]!)), metresBetween(point(route[1]!), point(route[2]!))]
  for (const [at, here] of track.slice(1).entries()) {
    expect(metresBetween(track[at]!, here)).toBeLessThan(Math.max(...legs) / 20)
  }
  for (const end of [route[0]!, route[2]!])
    expect(Math.min(...track.map(here => metresBetween(here, point(end))))).toBeLessThan(20)
})

it('rests in its place with one point', () => {
  for (let step = 0; step < 100; step++) {
    expect(metresBetween(point(positionAt([route[0]!], step)), point(route[0]!))).toBeLessThan(20)
  }
})

it('uses up its battery', () => {
  const volts = [0, 5_000, 12_000, 19_900].map(batteryAt)
  expect(volts).toEqual([...volts].sort((a, b) => b - a))
  expect(volts[0]).toBeGreaterThan(4)
  expect(volts[3]).toBeLessThan(3.4)
})

it('reaches the tables through the embedded broker, run by one process at a time', async () => {
  const imeis = [anImei(), anImei()]
  await db.containers(imeis)
  const make = () => {
    const ingest = startIngest({
      databaseUrl: db.url,
      settings: { battery: { low: 3.6, critical: 3.4 }, oldestDays: 400 },
      now: () => new Date(),
      log: silent,
      onPositions: () => undefined
    })
    const listener = startMqttListener({
      databaseUrl: db.url,
      port: 0,
      host: '127.0.0.1',
      maxConnections: 1_000,
      maxUnauthenticated: 1_000,
      version: '5',
      clientId: 'x',
      sessions: 1,
      sessionExpirySeconds: 60,
      topicOf: imei => `containers/${imei}/telemetry`,
      authenticate: ingest.authenticate,
      receive: ingest.receive,
      log: silent
    })
    return { ingest, listener }
  }
  const first = make()
  await first.listener.ready
  const second = make()
  const simulator = startSimulator({
    url: `mqtt://127.0.0.1:${first.listener.port()}`,
    devices: imeis.map(imei => ({ imei, secret, route })),
    every: 20
  })
  await expect.poll(simulator.sent).toBeGreaterThan(6)
  expect(second.listener.port()).toBeUndefined()
  await simulator.stop()
  const [{ n } = { n: 0 }] = await db.query(
    'select count(*)::int as n from iot.readings r join iot.containers c on c.id = r.container_id where c.imei = any($1)',
    [imeis]
  )
  expect(n).toBeGreaterThanOrEqual(simulator.sent())
  await first.listener.stop()
  await second.listener.ready
  expect(second.listener.port()).toBeGreaterThan(0)
  await second.listener.stop()
  await Promise.all([first.ingest.stop(), second.ingest.stop()])
})
