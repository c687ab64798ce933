import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiProblem, address, call, get, newKey, onSessionEnd } from '../../ui/api.ts'
import { setCatalogue } from '../../ui/i18n.ts'
import pl from '../../ui/messages/pl.json' with { type: 'json' }
import { clearSession, storeToken } from '../../ui/session.ts'

const storage = (): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> => {
  const stored = new Map<string, string>()
  return {
    getItem: key => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: key => void stored.delete(key),
    clear: () => stored.clear()
  }
}
const expiresAt = '2030-01-01T00:00:00Z'
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', 'x-request-id': 'r-1' }
  })
const unauthorized = (): Response =>
  json(401, { type: 'about:blank', title: 'x', status: 401, detail: 'Nieautoryzowany', code: 'kernel.unauthorized' })

const sent = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const headersOf = (index: number): Record<string, string> =>
  sent.mock.calls[index]![1].headers as Record<string, string>

beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('sessionStorage', storage())
  setCatalogue('pl', pl)
  storeToken({ accessToken: 'first', expiresAt })
})
afterEach(() => {
  clearSession()
  onSessionEnd(() => Promise.resolve(false))
  vi.unstubAllGlobals()
})

describe('a call', () => {
  it('carries the token, the language, the version and the key', async () => {
    sent.mockResolvedValue(json(200, { data: 1 }))
    const key = newKey()
    expect(await call('PUT', '/api/x', { a: 1 }, { version: 3, key })).toEqual({ data: 1 })
    expect(headersOf(0)).toMatchObject({
      Authorization: 'Bearer first',
      'Accept-Language': 'pl',
      'Content-Type': 'application/json',
      'If-Match': '"3"',
      'Idempotency-Key': key
    })
    expect(sent.mock.calls[0]![1].body).toBe('{"a":1}')
  })

  it('that changed something says its position, which is sent with what is asked after it', async () => {
    sent.mockResolvedValueOnce(new Response('{}', { status: 200, headers: { 'opony-position': '0/16B3748' } }))
    sent.mockImplementation(async () => json(200, { data: [] }))
    await call('PUT', '/api/x', {})
    await get('/api/y')
    await get('/api/z')
    expect([0, 1, 2].map(at => headersOf(at)['Opony-Position'])).toEqual([undefined, '0/16B3748', '0/16B3748'])
  })

  it('without a session carries no token, and its 401 is the answer', async () => {
    sent.mockResolvedValue(unauthorized())
    await expect(call('POST', '/api/x', {}, { open: true })).rejects.toMatchObject({ status: 401 })
    expect(headersOf(0)).not.toHaveProperty('Authorization')
    expect(sent).toHaveBeenCalledTimes(1)
  })

  it('returns undefined for a 204', async () => {
    sent.mockResolvedValue(new Response(null, { status: 204 }))
    expect(await call('DELETE', '/api/x')).toBeUndefined()
  })

  it('becomes a problem with its sentence, its refused fields and the request id', async () => {
    const Errors = [{ PropertyName: 'Email', ErrorMessage: 'zły adres' }]
    sent.mockResolvedValue(
      json(400, { type: '', title: '', status: 400, detail: 'Popraw dane', code: 'kernel.invalid', Errors })
    )
    const problem = await call('POST', '/api/x', {}).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(ApiProblem)
    expect(problem).toMatchObject({
      status: 400,
      code: 'kernel.invalid',
      detail: 'Popraw dane',
      errors: Errors,
      requestId: 'r-1'
    })
  })

  it('says a sentence of ours when the answer is no problem, and when there is none', async () => {
    sent.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(get('/api/x')).rejects.toMatchObject({ status: 502, detail: pl['ui.problem.unknown'] })
    sent.mockRejectedValueOnce(new TypeError('fetch failed'))
    await expect(get('/api/x')).rejects.toMatchObject({ status: 0, detail: pl['ui.problem.network'] })
  })

  it('says that the request could not be prepared, and sends nothing', async () => {
    sent.mockClear()
    await expect(call('POST', '/api/x', { n: 1n })).rejects.toMatchObject({ detail: pl['ui.problem.request'] })
    expect(sent).not.toHaveBeenCalled()
  })
})

describe('a session that ends', () => {
  it('asks for one sign-in however many calls fail, and repeats them with the new token', async () => {
    let answer: (again: boolean) => void = () => undefined
    const ask = vi.fn(
      () =>
        new Promise<boolean>(resolve => {
          answer = resolve
        })
    )
    onSessionEnd(ask)
    sent.mockImplementation(async (_url, request) =>
      (request.headers as Record<string, string>).Authorization === 'Bearer second'
        ? json(200, { data: 'ok' })
        : unauthorized()
    )
    const all = Promise.all([get('/api/a'), get('/api/b'), call('PUT', '/api/c', { kept: true })])
    await vi.waitFor(() => expect(sent.mock.settledResults).toHaveLength(3))
    await new Promise(setImmediate)
    storeToken({ accessToken: 'second', expiresAt })
    answer(true)
    expect(await all).toEqual([{ data: 'ok' }, { data: 'ok' }, { data: 'ok' }])
    expect(ask).toHaveBeenCalledTimes(1)
    expect(sent.mock.calls.filter(([url]) => url === '/api/c').map(([, request]) => request.body)).toEqual([
      '{"kept":true}',
      '{"kept":true}'
    ])
  })

  it('fails with the 401 when the person gives up', async () => {
    sent.mockImplementation(async () => unauthorized())
    await expect(get('/api/a')).rejects.toMatchObject({ status: 401 })
    expect(sent).toHaveBeenCalledTimes(1)
  })
})

it('writes addresses: blanks are left out, lists repeat their key', () => {
  expect(address('/api/x', { q: 'ą b', page: 1, none: undefined, blank: '', Regions: [0, 2], off: false })).toBe(
    '/api/x?q=%C4%85+b&page=1&Regions=0&Regions=2&off=false'
  )
  expect(address('/api/x?lang=1', { page: 2 })).toBe('/api/x?lang=1&page=2')
  expect(address('/api/x')).toBe('/api/x')
})
