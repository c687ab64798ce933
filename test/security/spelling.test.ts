/** The same call, spelt otherwise: it is refused just as well, and nothing reaches the database unchecked or answers 500. */
import { beforeAll, describe, expect, it } from 'vitest'
import { aSharedApp, type Person, type SharedApp } from '../helper/app.ts'
import { aWorld, type World } from './fixtures/world.ts'

let test: SharedApp
let world: World
let admin: Person
let client: Person

beforeAll(async () => {
  test = await aSharedApp()
  world = await aWorld(test)
  const callers = await world.callers()
  admin = callers.ADMIN
  client = callers.CLIENT
})

const filled = (url: string): string => url.replace(/:\w+/g, '1').replace('*', 'x')

/** Ways to write a path that a careless guard takes for another one than the router does. */
const spellings: Readonly<Record<string, (path: string) => string>> = {
  'in small letters': path => path.toLowerCase(),
  'in capitals': path => path.toUpperCase(),
  'with a slash at the end': path => `${path}/`,
  'with two slashes before': path => `/${path}`,
  'with two slashes within': path => path.replace(/(.)\//, '$1//'),
  'with a dot segment': path => path.replace(/(.)\//, '$1/./'),
  'with an encoded dot segment': path => path.replace(/(.)\//, '$1/x/%2e%2e/'),
  'with a slash encoded': path => path.replace(/(.)\//, '$1%2F'),
  'with a backslash': path => path.replace(/(.)\//, '$1\\'),
  'with letters encoded': path => path.replace(/[a-z]/g, letter => `%${letter.charCodeAt(0).toString(16)}`),
  'with a semicolon': path => `${path};x=1`,
  'with a semicolon encoded': path => `${path}%3Bx=1`,
  'with a NUL': path => `${path}%00`,
  'with a space': path => `${path}%20`,
  'with bad encoding': path => `${path}%E0%A4%A`
}

describe.each(Object.entries(spellings))('a guarded path %s', (_how, spell) => {
  it('is refused to strangers and to other roles', async () => {
    const guarded = test.routes.filter(({ audiences }) => !audiences.includes('anyone'))
    expect(guarded.length).toBeGreaterThan(30)
    const driver = await test.signedInAs('DRIVER')
    for (const { method, url, audiences } of guarded) {
      const path = spell(filled(url))
      const own = audiences.includes('DRIVER') || audiences.includes('signedIn')
      for (const person of own ? [test.nobody()] : [test.nobody(), driver]) {
        const { statusCode, payload } = await test.app.inject({
          method: method as 'GET',
          url: path,
          headers: {
            host: 'localhost',
            accept: 'application/json',
            ...(person.token ? { authorization: `Bearer ${person.token}` } : {})
          }
        })
        expect([400, 401, 403, 404], `${method} ${path}`).toContain(statusCode)
        expect(payload).not.toMatch(/CANARY/i)
      }
    }
  })
})

describe('a body of another kind', () => {
  const order = () => JSON.stringify(world.placement(world.own.placeId))
  const send = (type: string | undefined, payload: string | Buffer, more: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/Admin/Orders',
      headers: {
        host: 'localhost',
        authorization: `Bearer ${client.token}`,
        ...(type === undefined ? {} : { 'content-type': type }),
        ...more
      },
      payload
    })

  it.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/json',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-stream',
    'application/jsonp',
    'application/vnd.api+json',
    'text/plain; application/json',
    'nonsense'
  ])('%s is refused', async type => {
    const answer = await send(type, order())
    expect(answer.statusCode).toBe(415)
    expect(answer.json().code).toBe('kernel.mediaType')
  })

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="utf-8"'
  ])('%s is JSON', async type => {
    expect((await send(type, order())).statusCode).toBe(201)
  })

  it.each([
    ['a broken object', '{"receptionPlace":1'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['two objects', '{}{}'],
    ['words', 'not json'],
    ['a prototype', '{"__proto__":{"isStaff":true},"quantity":1}'],
    ['a constructor', '{"constructor":{"prototype":{"isStaff":true}}}'],
    ['NaN', '{"quantity":NaN}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])]
  ])('%s is refused', async (_what, payload) => {
    const { statusCode } = await send('application/json', payload)
    expect(statusCode).toBe(400)
    expect(({} as { isStaff?: boolean }).isStaff).toBeUndefined()
  })

  it('of more than a megabyte is refused', async () => {
    const answer = await send('application/json', JSON.stringify({ additionalInfo: 'x'.repeat(1_100_000) }))
    expect(answer.statusCode).toBe(413)
  })

  it('nested a thousand deep is refused', async () => {
    const deep = `{"additionalInfo":${'['.repeat(1000)}${']'.repeat(1000)}}`
    expect((await send('application/json', deep)).statusCode).toBe(400)
  })
})

describe('a field that a route does not name', () => {
  it.each([
    ['role', 1],
    ['companyId', 1],
    ['isStaff', true],
    ['__proto__x', {}],
    ['constructor', {}],
    ['toString', 'x'],
    ['hasOwnProperty', 'x'],
    ['version', 9],
    ['', 1]
  ])('%j is refused, and named', async (field, value) => {
    const { status, body } = await client.put(`/api/Admin/Users/${client.accountId}`, {
      ...world.profile,
      [field]: value
    })
    expect(status).toBe(400)
    expect(body.Errors.map((fault: { PropertyName: string }) => fault.PropertyName)).toEqual([field])
  })

  it('is refused where a command takes no field at all', async () => {
    const id = await world.order()
    expect((await admin.put(`/api/Admin/Orders/${id}/accept`, { status: 3 })).status).toBe(400)
  })
})

describe('values that no number is', () => {
  it.each([1e308, -1, 0, 1.5, 2 ** 53, 2 ** 31, '1', [1], { valueOf: 1 }, true, null])(
    '%j as an id or a quantity is refused',
    async value => {
      for (const field of ['receptionPlace', 'orderTypeItemId', 'quantity']) {
        const { status } = await client.post('/api/Admin/Orders', {
          ...world.placement(world.own.placeId),
          [field]: value
        })
        expect([400, 404, 422], field).toContain(status)
      }
    }
  )

  it.each([1e308, -0.01, 0.001, 1e21, 9_999_999_999.99, 10_000_000_000])('a price of %d is refused', async netPrice => {
    const { status } = await admin.post('/api/Admin/Orders', { ...world.placement(world.own.placeId), netPrice })
    expect(status).toBe(400)
  })
})

describe('a query', () => {
  const list = '/api/Admin/Orders'
  it.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=1000001',
    'page=x',
    'page=1&page=2',
    'page[a]=1x&page=y',
    'limit=0',
    'limit=1001',
    'limit=99999999999999999999',
    'limit=NaN',
    'limit=1&LIMIT=x',
    'OrderBy=__proto__',
    'OrderBy=constructor',
    'OrderBy=toString',
    'OrderBy=number;drop table orders.orders',
    'OrderBy=o.id',
    'OrderBy=number&OrderBy=company',
    'Desc=perhaps',
    'OrderStatus=6',
    'OrderStatus=-1',
    'OrderStatus=x',
    'OrderStatus=1&OrderStatus=x',
    `OrderStatus=${Array.from({ length: 7 }, () => 1).join('&OrderStatus=')}`,
    'PostalCode=%27',
    'PostalCode=22-100-1',
    'allFields=a&allFields=b',
    `allFields=${'x'.repeat(101)}`
  ])('%s is refused', async query => {
    const { status, body } = await admin.get(`${list}?${query}`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toMatch(/select|syntax|node_modules/i)
  })

  it.each([
    '',
    'unknown=1',
    'page[]=1&page[]=2',
    '__proto__=1',
    '__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    'allFields=%25',
    'allFields=%27%20or%201=1--',
    'allFields=%5C',
    'allFields=_',
    'allFields=%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80',
    'allFields=%EF%BF%BF%EF%BF%BF%EF%BF%BF',
    'page=1000000&limit=1000',
    'OrderStatus=0&OrderStatus=1',
    '&&&==',
    'page=1;limit=2'
  ])('%j is harmless', async query => {
    const { status } = await admin.get(`${list}?${query}`)
    expect(status).toBe(query === 'page=1;limit=2' ? 400 : 200)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})

describe('a NUL, which PostgreSQL cannot hold', () => {
  it.each(['a', 'ab', 'abc'])('behind %j in a search is refused', async text => {
    for (const person of [admin, client]) {
      const { status } = await person.get(`/api/Admin/Orders?allFields=${text}%00`)
      expect(status).toBe(400)
    }
  })

  it('in a text is refused, and the field is named', async () => {
    const placement = { ...world.placement(world.own.placeId), additionalInfo: 'Brama\u0000od podwórza' }
    const { status, body } = await client.post('/api/Admin/Orders', placement)
    expect(status).toBe(400)
    expect(body.Errors.map((fault: { PropertyName: string }) => fault.PropertyName)).toEqual(['additionalInfo'])
  })

  it('in a name of a field is refused', async () => {
    expect((await client.post('/api/Admin/Orders', { 'a\u0000': 1 })).status).toBe(400)
  })

  it('a lone half of a character is refused', async () => {
    const placement = { ...world.placement(world.own.placeId), additionalInfo: '\ud800' }
    expect((await client.post('/api/Admin/Orders', placement)).status).toBe(400)
  })
})

describe('a header', () => {
  it.each(['x', '"x"', '-1', '1.5', '99999999999', 'W/"1"'])('If-Match: %s is refused', async version => {
    const id = await world.order()
    const { status } = await admin.call('PUT', `/api/Admin/Orders/${id}/accept`, undefined, { 'if-match': version })
    expect(status).toBe(400)
  })
  it.each(['short', 'x'.repeat(101), 'eight chars with spaces', 'ąąąąąąąą'])(
    'Idempotency-Key: %s is refused',
    async key => {
      const { status } = await client.post('/api/Admin/Orders', world.placement(world.own.placeId), {
        'idempotency-key': key
      })
      expect(status).toBe(400)
    }
  )
})
