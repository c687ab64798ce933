/** The agent of a scale between a scale that plays recorded bytes and a server: nothing that was taken is lost, nothing is stored twice. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type AgentOptions, runAgent } from '../../src/cli/scale/agent.ts'
import { sics } from '../../src/cli/scale/protocols.ts'
import { openQueue } from '../../src/cli/scale/queue.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aStore } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let port: number
let scaleId: number
let key: string

let scale: Server
let sockets: Socket[]
/** What the scale answers to each question. */
let shows: string
let folder: string
let running: { stop(): Promise<void> }[]

beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  staff = await test.signedInAs('ADMIN')
  const storeId = (await aStore(test.services.db, { at: { latitude: 51.1, longitude: 23.4 } })).id
  scaleId = (await staff.post('/api/Admin/Scales', { name: 'Waga', storeId })).body.data.id
  key = (await staff.post('/api/Admin/ApiKeys', { name: 'Agent', scopes: ['weights:write'] })).body.data.key
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test.app.server.address() as AddressInfo).port
})
afterAll(() => test.close())

beforeEach(async () => {
  ;[sockets, running, shows] = [[], [], 'S S 0 kg\r\n']
  folder = await mkdtemp(join(tmpdir(), 'opony-scale-'))
  scale = createServer(socket => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', () => socket.write(shows))
  })
  await new Promise<void>(resolve => scale.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const agent of running) await agent.stop()
  for (const socket of sockets) socket.destroy()
  await new Promise(resolve => scale.close(resolve))
  await rm(folder, { recursive: true })
})

async function anAgent(more: Partial<AgentOptions> = {}) {
  const ending = new AbortController()
  const said: string[] = []
  const done = runAgent(
    {
      ...{ host: '127.0.0.1', port: (scale.address() as AddressInfo).port, protocol: sics, key },
      ...{ queue: await openQueue(folder), url: `http://127.0.0.1:${port}/api/Scales/${scaleId}/readings` },
      ...{ equal: 3, least: 200, change: 100, askEveryMs: 5, silenceMs: 60_000, pausesMs: [5, 20] },
      say: text => said.push(text),
      ...more
    },
    ending.signal
  )
  const agent = {
    said,
    async stop() {
      ending.abort()
      await done
    }
  }
  running.push(agent)
  return agent
}

const stored = async (): Promise<number[]> =>
  (await staff.get(`/api/Admin/ScaleReadings?ScaleId=${scaleId}&OrderBy=id&limit=1000`)).body.data.map(
    ({ weight }: { weight: number }) => weight
  )
const waiting = async () => (await readdir(folder)).length

it('stores each load once, whatever the scale repeats', async () => {
  await anAgent()
  for (const weight of [12_340, 8_020]) {
    shows = `S S ${weight} kg\r\n`
    await vi.waitFor(async () => expect(await stored()).toContain(weight))
  }
  expect(await stored()).toEqual([12_340, 8_020])
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
})

it('keeps readings on the disk while the server refuses or is away, and sends them after it was started again', async () => {
  const before = await stored()
  const away = await anAgent({ url: 'http://127.0.0.1:9/api/Scales/1/readings' })
  shows = 'S S 15000 kg\r\n'
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  await vi.waitFor(() => expect(away.said.join('\n')).toMatch(/readings wait/))
  await away.stop()
  const refused = await anAgent({ key: 'opn_wrong' })
  await vi.waitFor(() => expect(refused.said.join('\n')).toMatch(/wait: 401/))
  await refused.stop()
  expect(await stored()).toEqual(before)
  shows = 'S S 0 kg\r\n'
  const kept = await waiting()
  await anAgent()
  await vi.waitFor(async () => expect(await waiting()).toBe(0))
  expect((await stored()).slice(before.length)).toEqual(Array(kept).fill(15_000))
})

it('connects again to a scale that was off, and to one that is silent', async () => {
  const agent = await anAgent({ silenceMs: 50 })
  await vi.waitFor(() => expect(sockets).toHaveLength(1))
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(() => expect(sockets).toHaveLength(2))
  shows = ''
  await vi.waitFor(() => expect(agent.said.join('\n')).toMatch(/it is silent/))
  shows = 'S S 17000 kg\r\n'
  await vi.waitFor(async () => expect(await stored()).toContain(17_000))
})
