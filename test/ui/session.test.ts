import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profileQuery, signOut } from '../../ui/account.ts'
import { currentToken, keepToken, keepValues, startSession } from '../../ui/session.ts'

const held = new Map<string, string>()
const sent = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const token = { accessToken: 'a.b.c', expiresAt: '2999-01-01T00:00:00Z' }

beforeEach(() => {
  held.clear()
  sent.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    clear: () => held.clear()
  })
  keepToken(token)
  keepValues({
    role: 2,
    companyId: 7,
    departmentId: null,
    country: 1,
    isActivated: true,
    hasAllRequiredData: true
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the session of a tab', () => {
  it('keeps the token and the values of the profile in session storage', () => {
    expect(Object.fromEntries(held)).toEqual({
      token: 'a.b.c',
      expiresAt: token.expiresAt,
      role: '2',
      companyId: '7',
      country: '1',
      isActivated: 'true',
      hasAllRequiredData: 'true'
    })
  })

  it('takes up the token at start, and believes no other value', () => {
    startSession()
    expect(currentToken()).toEqual(token)
    expect([...held.keys()]).toEqual(['token', 'expiresAt'])
  })

  it('sign-out clears role, activation and required-data flags, the token and what was read, and tells the server', () => {
    const queries = new QueryClient()
    queries.setQueryData(['orders'], [1])
    signOut(queries)
    expect(held.size).toBe(0)
    expect(currentToken()).toBeUndefined()
    expect(queries.getQueryData(['orders'])).toBeUndefined()
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      '/api/Authorization/sign-out',
      expect.objectContaining({ method: 'POST', headers: { Authorization: 'Bearer a.b.c' } })
    )
  })

  it('signs out here even where the server cannot be told', () => {
    sent.mockRejectedValue(new TypeError('offline'))
    signOut(new QueryClient())
    expect(held.size).toBe(0)
  })
})

describe('the profile', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Looks at the profile for a moment, as a page does that opens and closes. */
  const look = async (queries: QueryClient) => {
    const stop = new QueryObserver(queries, profileQuery).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    stop()
  }
  const profile = { data: { role: 2, companyId: 7, departmentId: null, country: 1, isActivated: true } }

  it('is fresh for 5 s', async () => {
    sent.mockImplementation(async () => Response.json(profile))
    const queries = new QueryClient()
    await look(queries)
    await vi.advanceTimersByTimeAsync(4999)
    await look(queries)
    expect(sent).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await look(queries)
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('is asked once, whatever comes', async () => {
    sent.mockImplementation(async () => Response.json({ status: 500, detail: 'no' }, { status: 500 }))
    const queries = new QueryClient()
    const stop = new QueryObserver(queries, profileQuery).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(queries.getQueryState(profileQuery.queryKey)?.status).toBe('error')
  })
})
