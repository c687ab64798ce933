/**
 * The signed-in person: who they are, signing in and out, and keeping the session alive while they are active. A token
 * lives 15 minutes; it is renewed in its last third, and only when the person did something since the last look.
 */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, get } from './api.ts'
import type { SessionState } from './guards.ts'
import type { SessionValues, Token } from './session.ts'
import { currentToken, forgetSession, isExpired, keepToken, keepValues, useToken } from './session.ts'

export interface Profile extends SessionValues {
  readonly id: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly phone: string | null
  readonly language: number
  readonly hasReceptionPlace: boolean
}

export const profileKey = ['session', 'userinfo'] as const
const path = '/api/Authorization'

export async function loadProfile(): Promise<Profile> {
  const { data } = await get<{ data: Profile }>(`${path}/userinfo`)
  keepValues(data)
  return data
}

/** The profile: fresh for 5 s, never asked twice after a failure. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: loadProfile,
  staleTime: 5000,
  retry: false,
  refetchOnWindowFocus: true
})

export function useProfile() {
  const token = useToken()
  return useQuery({ ...profileQuery, enabled: token !== undefined })
}

const startedExpired = (): boolean => {
  const token = currentToken()
  return token !== undefined && isExpired(token, Date.now())
}

/** The state the guards judge. A token that runs out while someone works is not `expired`: they are asked in place. */
export function useSessionState(): SessionState {
  const token = useToken()
  const [atStart, setAtStart] = useState(startedExpired)
  const profile = useProfile()
  useEffect(() => {
    if (!token) setAtStart(false)
  }, [token])
  if (!token) return { kind: 'none' }
  if (atStart && isExpired(token, Date.now())) return { kind: 'expired' }
  if (profile.data) return { kind: 'known', ...profile.data }
  return { kind: profile.isError ? 'failed' : 'loading' }
}

/** Throws `ApiProblem` with the one sentence for every cause. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await call<{ data: Token }>('POST', `${path}/sign-in`, { email, password }, { open: true })
  keepToken(data)
}

/** Ends the session here at once; the server is told, and a failure to tell it changes nothing for the person. */
export function signOut(queries: QueryClient): void {
  const token = currentToken()
  if (token && !isExpired(token, Date.now())) {
    fetch(`${path}/sign-out`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.accessToken}` },
      keepalive: true
    }).catch(() => undefined)
  }
  forgetSession()
  queries.clear()
}

const lifetimeMs = 15 * 60_000
const lookEveryMs = 30_000

/** Renews the token while the person is active. Answers how to stop. */
export function keepAlive(now: () => number = Date.now): () => void {
  let active = true
  let busy = false
  const mark = (): void => {
    active = true
  }
  const look = async (): Promise<void> => {
    const token = currentToken()
    if (!token || !active || busy) return
    const left = Date.parse(token.expiresAt) - now()
    if (left <= 0 || left > (lifetimeMs * 2) / 3) return
    active = false
    busy = true
    try {
      const { data } = await call<{ data: Token }>('POST', `${path}/renew`)
      if (currentToken()) keepToken(data)
    } catch {
      active = true
    } finally {
      busy = false
    }
  }
  const events = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
  for (const event of events) addEventListener(event, mark, { passive: true })
  const timer = setInterval(look, lookEveryMs)
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, mark)
  }
}
