/** The same server under the current LTS of Node, which the image runs on. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopOrphan } from '../../src/embedded/postgres.ts'
import { node26 } from '../helper/node-26.ts'
import { aProcess, type Running } from '../helper/process.ts'

const node = node26()

describe.skipIf(node === null)('under Node 26', () => {
  let folder: string
  let app: Running
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'opony-node-26-'))
    app = await aProcess('node', { DATA_DIR: folder }, node as string)
  })
  afterAll(async () => {
    await app?.stop()
    const home = await stopOrphan(folder)
    if (home) await rm(home, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })

  it('it starts with its demo, signs in, lists, takes a reading, and stops cleanly', async () => {
    expect(execFileSync(node as string, ['--version'], { encoding: 'utf8' })).toMatch(/^v26\./)
    const password = 'Demo-2026-Opony'
    const signedIn = await app.ask('/api/Authorization/sign-in', {
      method: 'POST',
      host: 'admin.localhost',
      body: { email: 'admin@example.com', password }
    })
    const token = (signedIn.body as { data: { accessToken: string } }).data.accessToken
    const { body } = await app.ask('/api/Admin/Orders?limit=1', { token, host: 'admin.localhost' })
    expect(body).toMatchObject({ total: 1500 })
    const username = '350000000000019'
    const sensor = await mqtt.connectAsync(`mqtt://127.0.0.1:${app.mqttPort}`, { username, password })
    await sensor.publishAsync(`containers/${username}/telemetry`, JSON.stringify({ ts: Date.now() }), { qos: 1 })
    await sensor.endAsync()
    expect(await app.stop()).toBe(0)
    expect(app.output()).toContain('Stopped.')
    expect(app.output()).not.toMatch(/Warning/i)
  })
})
