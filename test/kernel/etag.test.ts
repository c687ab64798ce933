/** What a page is made of is kept by browsers, and asked about each time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { names } from '../../src/kernel/serve/etag.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'

let test: TestApp
let staff: Person
let other: Person
let client: Person
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  ;[staff, other, client] = await Promise.all([
    test.signedInAs('ADMIN'),
    test.signedInAs('ADMIN'),
    test.signedInAs('CLIENT')
  ])
})
afterAll(() => test.close())

const ask = (
  person: Person | undefined,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET'
) =>
  test.app.inject({
    method,
    url,
    headers: { ...(person ? { authorization: `Bearer ${person.token}` } : {}), 'accept-encoding': 'br', ...headers }
  })
const menu = '/api/ui/pages'
const orders = '/api/ui/pages/orders.new'

describe.each([menu, orders])('%s', url => {
  it('has a strong tag of its bytes and may be kept by one browser, which must ask each time', async () => {
    const { headers } = await ask(staff, url)
    expect(headers.etag).toMatch(/^"[\w-]{27}"$/)
    expect(headers['cache-control']).toBe('private, no-cache')
    for (const name of ['Authorization', 'Accept-Language', 'Accept-Encoding']) expect(headers.vary).toContain(name)
  })

  it('is not sent again to who has it, and is to who has another', async () => {
    const { etag } = (await ask(staff, url)).headers
    const held = await ask(staff, url, { 'if-none-match': `"other", ${etag}` })
    expect([held.statusCode, held.payload, held.headers.etag]).toEqual([304, '', etag])
    for (const header of ['content-type', 'content-encoding']) expect(held.headers[header]).toBeUndefined()
    expect(held.headers['cache-control']).toBe('private, no-cache')
    const stale = await ask(staff, url, { 'if-none-match': '"other"' })
    expect(stale.statusCode).toBe(200)
    expect(stale.rawPayload.length).toBeGreaterThan(500)
    expect((await ask(staff, url, { 'if-none-match': String(etag) }, 'HEAD')).statusCode).toBe(304)
  })

  it('is another for each encoding, and the same for each who may do the same', async () => {
    const { etag } = (await ask(staff, url)).headers
    expect((await ask(staff, url, { 'accept-encoding': 'gzip' })).headers.etag).not.toBe(etag)
    expect((await ask(other, url)).headers.etag).toBe(etag)
  })

  it('is judged by the caller each time: a tag opens nothing', async () => {
    const { etag } = (await ask(staff, url)).headers
    const headers = { 'if-none-match': String(etag) }
    expect((await ask(undefined, url, headers)).statusCode).toBe(401)
    expect((await ask(client, url, headers)).statusCode).toBe(url === menu ? 200 : 404)
  })
})

it('another role has another tag, and a refusal has none', async () => {
  expect((await ask(client, menu)).headers.etag).not.toBe((await ask(staff, menu)).headers.etag)
  const refused = await ask(client, orders)
  expect([refused.statusCode, refused.headers.etag, refused.headers['cache-control']]).toEqual([
    404,
    undefined,
    'no-store'
  ])
})

it('data is kept by nobody', async () => {
  const { headers } = await ask(staff, '/api/Admin/Orders')
  expect([headers.etag, headers['cache-control']]).toEqual([undefined, 'no-store'])
})

it.each([
  [undefined, false],
  ['', false],
  ['*', true],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b" , W/"a"', true],
  ['"b"', false],
  ['a', false]
])('If-None-Match: %s names "a": %s', (header, expected) => expect(names(header, '"a"')).toBe(expected))
