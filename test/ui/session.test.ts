import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { profileQuery, signOut } from '../../ui/account.ts'
import { keepSignedIn } from '../../ui/remembered.ts'
import { currentToken, startSession, storeToken, storeValues } from '../../ui/session.ts'

const stored = new Map<string, string>()
const sent = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const token = { accessToken: 'a.b.c', expiresAt: '2999-01-01T00:00:00Z' }

beforeEach(() => {
  stored.clear()
  sent.mockReset().mockResolvedValue(new Response())
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    clear: () => stored.clear()
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key)
  })
  storeToken(token)
  storeValues({
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
    expect(Object.fromEntries(stored)).toEqual({
      token: 'a.b.c',
      expiresAt: token.expiresAt,
      role: '2',
      companyId: '7',
      country: '1',
      isActivated: 'true',
      hasAllRequiredData: 'true'
    })
  })

  it('restores the token at start, and deletes the other values', () => {
    startSession()
    expect(currentToken()).toEqual(token)
    expect([...stored.keys()]).toEqual(['token', 'expiresAt'])
  })

  it('sign-out clears role, activation and required-data flags, the token loaded data and what stays signed in, and calls the server', () => {
    const queries = new QueryClient()
    queries.setQueryData(['orders'], [1])
    keepSignedIn('ewa@example.com', 'an id.a secret')
    signOut(queries)
    expect(stored.size).toBe(0)
    expect(currentToken()).toBeUndefined()
    expect(queries.getQueryData(['orders'])).toBeUndefined()
    expect(sent).toHaveBeenCalledExactlyOnceWith(
      '/api/Authorization/sign-out',
      expect.objectContaining({ method: 'POST', headers: { Authorization: 'Bearer a.b.c' } })
    )
  })

  it('signs out here even where the server cannot be reached', () => {
    sent.mockRejectedValue(new TypeError('offline'))
    signOut(new QueryClient())
    expect(stored.size).toBe(0)
  })
})

describe('the profile', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Uses the profile for a moment, as a page does that opens and closes. */
  const use = async (queries: QueryClient) => {
    const stop = new QueryObserver(queries, profileQuery).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    stop()
  }
  const profile = { data: { role: 2, companyId: 7, departmentId: null, country: 1, isActivated: true } }

  it('is fresh for 5 s', async () => {
    sent.mockImplementation(async () => Response.json(profile))
    const queries = new QueryClient()
    await use(queries)
    await vi.advanceTimersByTimeAsync(4999)
    await use(queries)
    expect(sent).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await use(queries)
    expect(sent).toHaveBeenCalledTimes(2)
  })

  it('is requested once, also when it fails', async () => {
    sent.mockImplementation(async () => Response.json({ status: 500, detail: 'no' }, { status: 500 }))
    const queries = new QueryClient()
    const stop = new QueryObserver(queries, profileQuery).subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(queries.getQueryState(profileQuery.queryKey)?.status).toBe('error')
  })
})
