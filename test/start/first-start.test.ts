/** What a person needs who has just typed `npm start`, and nothing that only developers or machines understand. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { stopOrphan } from '../../src/embedded/postgres.ts'
import { aProcess, type Running } from '../helper/process.ts'

let folder: string
let app: Running
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-first-'))
  app = await aProcess('node', { DATA_DIR: folder })
})
afterAll(async () => {
  await app?.stop()
  const home = await stopOrphan(folder)
  if (home) await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

it('prints every login of the demo, and each signs in where it says', async () => {
  const output = app.output()
  const password = /Password for all: (\S+)/.exec(output)?.[1]
  const logins = [...output.matchAll(/^ {2}(\S+@\S+) +(.+)$/gm)].map(([, email, where]) => ({ email, where }))
  expect(logins.map(({ email }) => email)).toEqual([
    'admin@example.com',
    'technician@example.com',
    'client.admin@example.com',
    'client@example.com',
    'client.admin@other.example.com',
    'driver@example.com'
  ])
  for (const { email, where = '' } of logins) {
    const hosts = ['admin.localhost', 'localhost'].filter(host =>
      where.startsWith('either') ? true : where.startsWith('back office') === host.startsWith('admin')
    )
    for (const host of hosts) {
      const { status } = await app.ask('/api/Authorization/sign-in', {
        method: 'POST',
        host,
        body: { email, password }
      })
      expect([email, host, status]).toEqual([email, host, 200])
    }
  }
})

it('prints where everything is, and how it ends', () => {
  const output = app.output()
  for (const line of [
    `  Portal       http://localhost:${app.port}`,
    `  Back office  http://admin.localhost:${app.port}`,
    `  API          http://localhost:${app.port}/api/docs`,
    `  Sensors      mqtt://localhost:${app.mqttPort}`,
    `  Ctrl+C stops everything; the data stay in ${folder}`
  ])
    expect(output).toContain(`${line}\n`)
})

it('has an accounting system: a completed order gets its number and its invoice by itself', async () => {
  const password = /Password for all: (\S+)/.exec(app.output())?.[1]
  const office = { host: 'admin.localhost' }
  const signedIn = await app.ask('/api/Authorization/sign-in', {
    ...office,
    method: 'POST',
    body: { email: 'admin@example.com', password }
  })
  const { data: session } = signedIn.body as { data: { accessToken: string } }
  const call = async (path: string, method = 'GET') =>
    (await app.ask(path, { ...office, method, token: session.accessToken })).body as never
  const { data } = (await call('/api/Admin/Orders?OrderStatus=3&limit=1000')) as { data: Record<string, unknown>[] }
  const order = data.find(
    ({ manually, optimaNumber, optimaStatus }) => !manually && !optimaNumber && optimaStatus !== 1
  )
  expect(await call(`/api/Admin/Orders/${order?.id}/sync`, 'PUT')).toMatchObject({ success: true })
  await vi.waitFor(
    async () =>
      expect(await call(`/api/Admin/Orders/${order?.id}/details`)).toMatchObject({
        data: {
          currentStatus: 5,
          optimaNumber: expect.stringMatching(/^RO/),
          invoiceNumber: expect.stringMatching(/^FS/)
        }
      }),
    { timeout: 20_000, interval: 200 }
  )
})

it('looks a company up in registers of its own, so that nothing outside is needed', async () => {
  const verify = (taxNumber: string, country: number) =>
    app.ask('/api/Companies/VerifyCompany', { method: 'POST', host: 'localhost', body: { taxNumber, country } })
  const polish = await verify('5252344078', 1)
  expect(polish).toMatchObject({ status: 200, body: { data: { alreadyRegistered: false, found: true } } })
  expect(await verify('CZ25123891', 5)).toMatchObject({ status: 200, body: { data: { found: true } } })
})
