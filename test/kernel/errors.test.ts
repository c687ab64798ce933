import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  ApiError,
  defineErrors,
  errorCatalogue,
  mapConstraints,
  throwProblem,
  toApiError
} from '../../src/kernel/errors/errors.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aDatabase } from '../helper/database.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'
import { aTcpProxy, type TcpProxy } from '../helper/tcp-proxy.ts'

const fault = (code: string, more: object = {}): Error => Object.assign(new Error('the driver says'), { code, ...more })
const named = (name: string): Error => Object.assign(new Error('x'), { name })

mapConstraints({ a_test_of_constraints: 'kernel.taken' })

describe('any error as a refusal', () => {
  it.each([
    ['a foreign key', fault('23503', { constraint: 'orders_company' }), 'kernel.inUse', 409],
    ['a key taken', fault('23505', { constraint: 'nobody_named_it' }), 'kernel.taken', 409],
    ['a constraint with a name', fault('23503', { constraint: 'a_test_of_constraints' }), 'kernel.taken', 409],
    ['an e-mail taken', fault('23505', { constraint: 'accounts_email_unique' }), 'users.emailTaken', 409],
    ['what objection wraps', Object.assign(new Error('x'), { nativeError: fault('23503') }), 'kernel.inUse', 409],
    ['a deadlock', fault('40P01'), 'kernel.concurrent', 409],
    ['a serialisation', fault('40001'), 'kernel.concurrent', 409],
    ['a NUL', fault('22021'), 'kernel.malformed', 400],
    ['half a character', fault('22P05'), 'kernel.malformed', 400],
    ['a number out of range', fault('22003'), 'kernel.malformed', 400],
    ['no connection', fault('ECONNREFUSED'), 'kernel.unavailable', 503],
    ['a connection cut', fault('ECONNRESET'), 'kernel.unavailable', 503],
    ['a caller that breaks off', fault('ECONNRESET', { statusCode: 400 }), 'kernel.malformed', 400],
    ['a server that stops', fault('57P01'), 'kernel.unavailable', 503],
    ['too many connections', fault('53300'), 'kernel.unavailable', 503],
    ['a full disk of the database', fault('53100'), 'kernel.unavailable', 503],
    ['a database without memory', fault('53200'), 'kernel.unavailable', 503],
    ['a standby, which reads only', fault('25006'), 'kernel.unavailable', 503],
    ['a statement that took too long', fault('57014'), 'kernel.unavailable', 503],
    ['a lock that took too long', fault('55P03'), 'kernel.unavailable', 503],
    ['a pool without a free one', named('KnexTimeoutError'), 'kernel.unavailable', 503],
    ['a connection that was not made in time', new Error('timeout expired'), 'kernel.unavailable', 503],
    ['a connection lost', new Error('Connection terminated unexpectedly'), 'kernel.unavailable', 503],
    ['a body too large', fault('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'kernel.tooLarge', 413],
    ['another media type', fault('FST_ERR_CTP_INVALID_MEDIA_TYPE', { statusCode: 415 }), 'kernel.mediaType', 415],
    ['too many calls', fault('x', { statusCode: 429 }), 'kernel.tooMany', 429],
    ['a fault of HTTP', fault('x', { statusCode: 400 }), 'kernel.malformed', 400],
    ['a syntax error', fault('42601'), 'kernel.unexpected', 500],
    ['a fault of ours', new TypeError('undefined is not a function'), 'kernel.unexpected', 500],
    ['no error at all', 'thrown', 'kernel.unexpected', 500],
    ['nothing', undefined, 'kernel.unexpected', 500]
  ])('%s', (_what, error, code, status) => {
    const refusal = toApiError(error)
    expect([refusal.code, refusal.status]).toEqual([code, status])
    expect(refusal.retryAfter !== undefined).toBe(status === 503)
  })

  it('leaves a refusal as it is', () => {
    const refusal = new ApiError('kernel.state', { params: { a: 1 } })
    expect(toApiError(refusal)).toBe(refusal)
  })
})

describe('the catalogue', () => {
  it('has a status of refusal for every code', () => {
    for (const [code, status] of errorCatalogue()) {
      expect(code).toMatch(/^[a-z]+\.[a-zA-Z]+$/)
      expect([400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 421, 422, 429, 431, 500, 503]).toContain(status)
    }
  })
  it('takes no code twice, and knows no code that is not in it', () => {
    expect(() => defineErrors('kernel', { state: 409 })).toThrow('twice')
    expect(() => new ApiError('kernel.none')).toThrow('not in the catalogue')
    expect(() => throwProblem('state')).toThrow(ApiError)
  })
})

describe('a problem', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await anApp({ ROLES: 'web' })
  })
  afterAll(() => test.close())

  it('is problem+json in the caller’s language, with the id of the request', async () => {
    const { status, body, headers } = await test.nobody().get('/api/none', { 'accept-language': 'de' })
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(body).toEqual({
      type: 'about:blank',
      title: expect.any(String),
      status: 404,
      detail: test.services.messages.say('de', 'errors.kernel.noRoute'),
      code: 'kernel.noRoute',
      instance: headers['x-request-id']
    })
  })

  it('of an internal error does not reveal the cause', async () => {
    const { db } = test.services
    const staff = await test.signedInAs('ADMIN')
    await db.raw('alter table catalogue.dictionary_values rename to hidden')
    const { status, body } = await staff.get('/api/Dictionaries/1/values')
    await db.raw('alter table catalogue.hidden rename to dictionary_values')
    expect([status, body.code]).toEqual([500, 'kernel.unexpected'])
    expect(JSON.stringify(body)).not.toMatch(/dictionary_values|select|relation|\.ts|node_modules/)
  })
})

describe('a database that cannot be reached', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  let proxy: TcpProxy
  let test: TestApp
  let staff: Person
  let orderId: number
  beforeAll(async () => {
    database = await aDatabase()
    proxy = await aTcpProxy(database.url)
    test = await anApp({ ROLES: 'web', DATABASE_URL: proxy.url })
    staff = await test.signedInAs('ADMIN')
    const { db } = test.services
    orderId = (await anOrder(db, { company: await aCompany(db), itemId: (await anItem(db)).id })).id
  })
  afterAll(async () => {
    proxy.open()
    await test.close()
    await proxy.close()
    await database.drop()
  })

  const calls: readonly (readonly [string, () => ReturnType<Person['get']>])[] = [
    ['a list', () => staff.get('/api/Admin/Orders')],
    ['a command', () => staff.put(`/api/Admin/Orders/${orderId}/cancel`, { reasonForCancel: 'x' })],
    ['readiness', () => test.nobody().get('/health/ready')]
  ]
  const refused = async (call: () => ReturnType<Person['get']>): Promise<void> => {
    const begun = performance.now()
    const { status, body, headers } = await call()
    expect([status, body.code]).toEqual([503, 'kernel.unavailable'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(performance.now() - begun).toBeLessThan(5_000)
  }

  it.each(calls)('that refuses: %s is answered with 503, and served afterwards', async (_what, call) => {
    proxy.shut()
    await refused(call)
    expect((await test.nobody().get('/health/live')).status).toBe(200)
    proxy.open()
    for (const path of ['/api/Admin/Orders', '/health/ready'])
      await vi.waitFor(async () => expect((await staff.get(path)).status).toBe(200))
  })

  it('that does not answer: calls are refused within 5 s, and served afterwards', async () => {
    expect((await staff.get('/api/Admin/Orders')).status).toBe(200)
    proxy.swallow()
    await Promise.all(Array.from({ length: 20 }, () => refused(() => staff.get('/api/Admin/Orders'))))
    proxy.open()
    const served = async () => expect((await staff.get('/api/Admin/Orders')).status).toBe(200)
    await vi.waitFor(served)
    await Promise.all(Array.from({ length: 30 }, served))
    const { body } = await staff.get(`/api/Admin/Orders/${orderId}/details`)
    expect(body.data.currentStatus).toBe(0)
  })
})
