/**
 * The signed-in person: their profile, signing in and out, and renewing the token while they are active. A token lives
 * 15 minutes; it is renewed once a third of that has passed, if the person did anything since the last check.
 */
import type { QueryClient } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { roles } from '../src/contract/roles.ts'
import { ApiProblem } from './api.ts'
import type { SessionState } from './guards.ts'
import { read, send } from './query.ts'
import { forgetBrowser, keepSignedIn } from './remembered.ts'
import type { SessionValues } from './session.ts'
import {
  clearSession,
  currentToken,
  hadExpired,
  isExpired,
  storeToken,
  storeValues,
  type Token,
  useToken
} from './session.ts'

export interface Profile extends SessionValues {
  readonly id: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly phone: string | null
  readonly language: number
  readonly hasReceptionPlace: boolean
  /** Null while the company is not deactivated. */
  readonly companyDeactivationReason: string | null
  /** Of the company: blank where it has told none yet, null where none is expected. */
  readonly companyBdoNumber: string | null
  /** Of the company, for its administrators. */
  readonly companyAddress: {
    readonly city: string | null
    readonly street: string | null
    readonly postalCode: string | null
  } | null
  /** The company is verified and active. */
  readonly isCompanyActive: boolean
  /** The company has places, none of which is active or waits. */
  readonly placesDeactivated: boolean
  readonly needsSecondFactor: boolean
}

/** Whether the person is of a client's company. */
export const isClient = ({ role }: Pick<Profile, 'role'>): boolean =>
  role === roles.CLIENT_ADMIN || role === roles.CLIENT

export const profileKey = ['session', 'userinfo'] as const

let email: string | undefined
/** The e-mail of the profile that was read last. */
export const presentEmail = (): string | undefined => email

/** Loads the profile and stores its session values. */
export async function loadProfile(): Promise<Profile> {
  const { data } = await read('/api/Authorization/userinfo')
  storeValues(data)
  email = data.email
  return data
}

/** The profile: fresh for 5 s, and not retried after a failure. */
export const profileQuery = queryOptions({
  queryKey: profileKey,
  queryFn: loadProfile,
  staleTime: 5000,
  retry: false,
  refetchOnWindowFocus: true
})

/** @param everyMs also asks again after each so many milliseconds */
export function useProfile(everyMs?: number) {
  const token = useToken()
  return useQuery({
    ...profileQuery,
    enabled: token !== undefined,
    refetchInterval: everyMs ?? false,
    refetchIntervalInBackground: true
  })
}

function stateOf(token: Token | undefined, profile: Profile | undefined, hasFailed: boolean): SessionState {
  if (!token) return { kind: 'none' }
  if (hadExpired(token)) return { kind: 'expired' }
  if (profile) return { kind: 'known', ...profile }
  return { kind: hasFailed ? 'failed' : 'loading' }
}

/** The session as the route guards see it. */
export function sessionState(queries: QueryClient): SessionState {
  const profile = queries.getQueryState<Profile>(profileKey)
  return stateOf(currentToken(), profile?.data, profile?.status === 'error')
}

/** `sessionState` inside a component. */
export function useSessionState(): SessionState {
  const { data, isError } = useProfile()
  return stateOf(useToken(), data, isError)
}

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Whether this browser is to stay signed in; undefined where that is not asked, and stays as it was. */
  readonly remember?: boolean
}

/** Signs in and stores the token. Throws an `ApiProblem`, with the same sentence for a wrong password and an unknown account. */
export async function signIn(credentials: Credentials, code?: string): Promise<void> {
  const body = { ...credentials, ...(code ? { code } : {}) }
  const { data } = await send('POST /api/Authorization/sign-in', {}, body, { open: true })
  // who signs in again over work that goes on is not asked
  if (credentials.remember !== undefined) keepSignedIn(credentials.email, data.remembered)
  storeToken(data)
}

/** Signs in by the password. Returns false if the account has a second factor, whose code must then be sent with the password. */
export async function signInByPassword(credentials: Credentials): Promise<boolean> {
  try {
    await signIn(credentials)
    return true
  } catch (refused) {
    if (refused instanceof ApiProblem && refused.code === 'users.codeRequired') return false
    throw refused
  }
}

/** Ends the session in this tab at once. The call to the server is not awaited, and its failure is ignored. */
export function signOut(queries: QueryClient): void {
  const token = currentToken()
  if (token && !isExpired(token, Date.now())) {
    fetch('/api/Authorization/sign-out', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token.accessToken}` },
      keepalive: true
    }).catch(() => undefined)
  }
  forgetBrowser()
  clearSession()
  queries.clear()
}

const lifetimeMs = 15 * 60_000
const checkIntervalMs = 30_000

/** Renews the token while the person is active. Returns a function that stops. */
export function keepAlive(now: () => number = Date.now): () => void {
  let active = true
  let busy = false
  const markActive = (): void => {
    active = true
  }
  const renewIfActive = async (): Promise<void> => {
    const token = currentToken()
    if (!token || !active || busy) return
    const remainingMs = Date.parse(token.expiresAt) - now()
    if (remainingMs <= 0 || remainingMs > (lifetimeMs * 2) / 3) return
    active = false
    busy = true
    try {
      const { data } = await send('POST /api/Authorization/renew', {})
      if (currentToken()) storeToken(data)
    } catch {
      active = true
    } finally {
      busy = false
    }
  }
  const events = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
  for (const event of events) addEventListener(event, markActive, { passive: true })
  const timer = setInterval(renewIfActive, checkIntervalMs)
  return () => {
    clearInterval(timer)
    for (const event of events) removeEventListener(event, markActive)
  }
}
