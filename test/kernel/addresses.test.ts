/** Whose calls are whose: by the address that they come from, or that a proxy says they come from. */
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { addressKey } from '../../src/kernel/access/address-key.ts'
import { warnOfProxy } from '../../src/kernel/serve/proxies.ts'
import { anApp, type TestApp } from '../helper/app.ts'

let application: TestApp

beforeAll(async () => {
  application = await anApp({ ROLES: 'web' })
})
afterAll(() => application.close())

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64']
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

it('who has a network of addresses is limited as who has one', async () => {
  const callFrom = async (from: string) =>
    (await application.nobody({ from }).post('/api/Authorization/external/begin')).status
  const statuses: number[] = []
  for (let n = 1; n <= 61; n++) statuses.push(await callFrom(`2001:db8:1:2:${n.toString(16)}::${n}`))
  expect(statuses).toEqual([...Array<number>(60).fill(404), 429])
  expect(await callFrom('2001:db8:1:3::1')).toBe(404)
})

it.each([
  ['', ['1.2.3.4', undefined, '1.2.3.5'], 1],
  ['', [undefined, undefined], 0],
  ['loopback', ['1.2.3.4'], 0]
])('with TRUST_PROXY=%s, %j is warned of %i times', async (trustProxy, forwarded, times) => {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  warnOfProxy(app, { trustProxy })
  app.get('/', async () => 'ok')
  for (const from of forwarded)
    await app.inject({ url: '/', remoteAddress: '172.18.0.1', headers: from ? { 'x-forwarded-for': from } : {} })
  expect(lines.map(line => JSON.parse(line))).toEqual(
    Array(times).fill(expect.objectContaining({ address: '172.18.0.1', msg: expect.stringContaining('TRUST_PROXY') }))
  )
})
