import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Encoding, encodingFor } from '../../src/kernel/serve/compression.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let staff: Person
let orderId: number
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  staff = await test.signedInAs('ADMIN')
  const company = await aCompany(test.services.db, { name: 'Opony '.repeat(200) })
  const { id: itemId } = await anItem(test.services.db)
  orderId = (await anOrder(test.services.db, { company, itemId })).id
  for (let n = 0; n < 5; n += 1) await anOrder(test.services.db, { company, itemId })
})
afterAll(() => test.close())

const decompress: Record<Encoding, (content: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
const ask = (url: string, accept?: string, more: object = {}) =>
  test.app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${staff.token}`, ...(accept === undefined ? {} : { 'accept-encoding': accept }) },
    ...more
  })
const orders = '/api/Admin/Orders'
const description = '/api/openapi.json'

describe('the encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.5', 'br'],
    ['br; q=0.8 , gzip ; q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.000', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.2, *;q=0.1', 'gzip'],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0', undefined],
    ['deflate, compress', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=often', undefined],
    ['brotli, gzipped', undefined],
    [',;,;q=1', undefined]
  ])('for %j is %j', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })
})

describe('an answer', () => {
  it.each([
    [orders, 'br'],
    [orders, 'gzip'],
    // Large: compressed on the pool of threads.
    [description, 'br'],
    [description, 'gzip']
  ] as const)('%s by %s is the same, smaller', async (url, encoding) => {
    const [plain, small] = [await ask(url), await ask(url, encoding)]
    expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, encoding])
    expect(decompress[encoding](small.rawPayload).equals(plain.rawPayload)).toBe(true)
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(small.headers['content-length']).toBe(String(small.rawPayload.length))
    for (const { headers } of [plain, small]) expect(headers.vary).toMatch(/\bAccept-Encoding\b/)
  })

  it('under 1 kB stays as it is', async () => {
    const { headers } = await ask('/api/Authorization/userinfo', 'br, gzip')
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('to HEAD says what GET would', async () => {
    const [get, head] = [await ask(orders, 'br'), await ask(orders, 'br', { method: 'HEAD' })]
    expect(head.payload).toBe('')
    expect([head.headers['content-encoding'], head.headers['content-length']]).toEqual([
      'br',
      get.headers['content-length']
    ])
  })

  it('to a change is not compressed, so that the length of a token’s answer tells nothing', async () => {
    const answer = await ask(`${orders}/${orderId}/accept`, 'br, gzip', { method: 'PUT' })
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined])
    // Long enough to be compressed, were it not for its method.
    expect(answer.rawPayload.length).toBeGreaterThan(1_024)
  })

  it('that is compressed already is left alone', async () => {
    const question = 'createdFrom=2020-01-01&createdTo=2030-01-01&currentStatus=0&orderBy=number&desc=false'
    const { headers, rawPayload } = await ask(`${orders}/report?${question}`, 'br, gzip')
    expect([headers['content-encoding'], rawPayload.subarray(0, 2).toString()]).toEqual([undefined, 'PK'])
  })
})
