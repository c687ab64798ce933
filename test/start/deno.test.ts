import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { aDatabase } from '../helper/database.ts'
import { aCompany, aContainer, anAccount, anItem, aPassword, aSecret } from '../helper/factories.ts'
import { aProcess, type Running } from '../helper/process.ts'

it('deno task start runs Deno, and not what npm start runs', async () => {
  const deno = createRequire(import.meta.url).resolve('deno/bin.cjs')
  // it ends at once, by a setting that is wrong, after it has said what it runs on
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1', LOG_FORMAT: 'json', PORT: 'none' }
  const started = spawn(process.execPath, [deno, 'task', 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', part => {
      output += part
    })
  const [code] = await once(started, 'close')
  const line = output.split('\n').find(text => text.includes('Opony starts')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ deno: expect.stringMatching(/^2\./) })
  expect(output).toContain('PORT')
  expect(code).not.toBe(0)
})

/** The same server, run by Deno: one order and one reading go all the way. */
describe('under Deno', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  let running: Running
  let order: { receptionPlace: number | undefined; orderTypeItemId: number; quantity: number }
  const imei = '350000000000019'

  beforeAll(async () => {
    database = await aDatabase()
    const db = openDatabase({ url: database.url, poolSize: 1 })
    const company = await aCompany(db)
    await anAccount(db, {
      role: 'CLIENT_ADMIN',
      email: 'client@example.com',
      companyId: company.id,
      departmentId: company.departmentId
    })
    await anAccount(db, { role: 'ADMIN', email: 'admin@example.com' })
    await aContainer(db, { imei })
    order = { receptionPlace: company.placeId, orderTypeItemId: (await anItem(db)).id, quantity: 1 }
    await db.destroy()
    running = await aProcess('deno', {
      DATABASE_URL: database.url,
      DEMO: 'false',
      TOKEN_SECRET: 'long enough for a test of Deno, surely'
    })
  })
  afterAll(async () => {
    await running?.stop()
    await database?.drop()
  })

  const tokenOf = async (email: string, host: string): Promise<string> => {
    const { body } = await running.ask('/api/Authorization/sign-in', {
      method: 'POST',
      body: { email, password: aPassword },
      host
    })
    return (body as { data: { accessToken: string } }).data.accessToken
  }

  it('an order is placed and accepted', async () => {
    const client = await tokenOf('client@example.com', 'localhost')
    const placed = await running.ask('/api/Admin/Orders', { method: 'POST', body: order, token: client })
    expect(placed.status).toBe(201)
    const { id } = (placed.body as { data: { id: number } }).data
    const staff = await tokenOf('admin@example.com', 'admin.localhost')
    const accepted = await running.ask(`/api/Admin/Orders/${id}/accept`, { method: 'PUT', token: staff })
    expect(accepted.body).toMatchObject({ data: { id, currentStatus: 1 } })
  })

  it('a reading is acknowledged, stored and on the map', async () => {
    const sensor = mqtt.connect(`mqtt://127.0.0.1:${running.mqttPort}`, {
      username: imei,
      password: aSecret,
      reconnectPeriod: 0
    })
    await once(sensor as never, 'connect')
    await sensor.publishAsync(
      `containers/${imei}/telemetry`,
      JSON.stringify({ ts: new Date().toISOString(), lat: 51.1431, lon: 23.4716, battery: 3.9 }),
      { qos: 1 }
    )
    await sensor.endAsync()
    const staff = await tokenOf('admin@example.com', 'admin.localhost')
    const { body } = await running.ask('/IoT/containers', { token: staff })
    expect((body as { data: { list: object[] } }).data.list).toMatchObject([{ latitude: 51.1431, longitude: 23.4716 }])
  })
})
