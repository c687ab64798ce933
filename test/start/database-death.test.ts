/** The embedded database of a running process is killed: the process serves again, and after too many times ends with an error. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findHome } from '../../src/embedded/home.ts'
import { stopOrphan } from '../../src/embedded/postgres.ts'
import { aProcess, type Running } from '../helper/process.ts'

let folder: string
let app: Running
const imei = '350000000000019'

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-death-'))
  app = await aProcess('node', { DATA_DIR: folder })
})
afterAll(async () => {
  await app?.stop('SIGKILL')
  const home = await stopOrphan(folder)
  if (home) await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function databasePid(): Promise<number> {
  const { cluster } = await findHome(folder)
  return Number.parseInt(await readFile(path.join(cluster, 'postmaster.pid'), 'utf8'), 10)
}

async function killDatabase(): Promise<number> {
  const pid = await databasePid()
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Waits until another database is there, and the application ready. How short it was not may be missed on a busy machine. */
const isBack = (killed: number) =>
  expect
    .poll(
      async () => {
        const pid = await databasePid().catch(() => killed)
        return pid !== killed && (await app.ask('/health/ready')).status === 200
      },
      { interval: 20, timeout: 20_000 }
    )
    .toBe(true)

it('everything serves again: pages, sign-in, sensors', async () => {
  const began = performance.now()
  await isBack(await killDatabase())
  console.info(`database killed under the process: ready again after ${Math.round(performance.now() - began)} ms`)
  const signedIn = await app.ask('/api/Authorization/sign-in', {
    method: 'POST',
    host: 'admin.localhost',
    body: { email: 'admin@example.com', password: 'Demo-2026-Opony' }
  })
  const token = (signedIn.body as { data: { accessToken: string } }).data.accessToken
  const sensor = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.mqttPort}`, {
    username: imei,
    password: 'Demo-2026-Opony',
    reconnectPeriod: 100
  })
  const reading = { ts: new Date().toISOString(), lat: 51.1431, lon: 23.4716 }
  await sensor.publishAsync(`containers/${imei}/telemetry`, JSON.stringify(reading), { qos: 1 })
  await sensor.endAsync()
  const { body } = await app.ask('/IoT/containers', { token, host: 'admin.localhost' })
  expect((body as { data: { list: object[] } }).data.list).toContainEqual(
    expect.objectContaining({ latitude: 51.1431, longitude: 23.4716 })
  )
})

it('the process ends with an error when the database dies repeatedly', async () => {
  const ended = app.ended()
  for (let times = 0; times < 3; times++) {
    const killed = await killDatabase()
    if (times === 2) break
    await isBack(killed)
  }
  expect(await ended).toBe(1)
  // The last lines may arrive after the exit is known.
  await expect
    .poll(() => app.output())
    .toContain('Opony stops: The embedded PostgreSQL has died 4 times within ten minutes.')
})
