/**
 * The session of this browser tab: the token, and values of the profile. They are kept in session storage, a key for each value, under
 * the names of the specification. At start everything but the token is deleted and read again from the profile, so that a role that has
 * changed meanwhile is not taken from storage.
 */
import { isOffice } from '../src/contract/roles.ts'
import { createStore } from './store.ts'

export interface SessionValues {
  readonly role: number | null
  readonly companyId: number | null
  readonly departmentId: number | null
  readonly country: number | null
  readonly isActivated: boolean
  readonly hasAllRequiredData: boolean
}
export interface Token {
  readonly accessToken: string
  /** ISO instant. */
  readonly expiresAt: string
}

const valueKeys = ['role', 'companyId', 'departmentId', 'country', 'isActivated', 'hasAllRequiredData'] as const
const token = createStore<Token | undefined>(undefined)
/** The token, if it had expired when the page was loaded. */
let expiredAtStart: Token | undefined

/** The area by the name of the host. */
export const areaOf = (hostName: string): 'admin' | 'portal' => (isOffice(hostName) ? 'admin' : 'portal')
export const area = (): 'admin' | 'portal' => areaOf(location.hostname)

/** Reads the stored token and deletes the other values. Called once, before the first render. */
export function startSession(): void {
  for (const key of valueKeys) sessionStorage.removeItem(key)
  const accessToken = sessionStorage.getItem('token')
  const expiresAt = sessionStorage.getItem('expiresAt')
  const stored = accessToken && expiresAt ? { accessToken, expiresAt } : undefined
  expiredAtStart = stored && isExpired(stored, Date.now()) ? stored : undefined
  token.set(stored)
  // `early.ts` may have sent calls since the page began to load
  asksSince = { running: 0, wall: performance.timeOrigin }
}

/** When the tab began to send calls as the signed-in person: by the monotonic clock, and by the system clock. */
const clocksNow = () => ({ running: performance.now(), wall: Date.now() })
let asksSince = clocksNow()

/**
 * For how many milliseconds the tab has been sending calls as this person. The monotonic clock may stop while the computer sleeps.
 */
export function askingForMs(): number {
  const now = clocksNow()
  return Math.ceil(Math.max(now.running - asksSince.running, now.wall - asksSince.wall))
}

export const currentToken = token.get
export const useToken = token.useValue
/** Calls the function after each change of the token. Returns how to stop. */
export const onToken = token.subscribe

/**
 * Whether the token had expired when the page was loaded. One that expires while the person works does not count, because they sign in
 * again in place (`SignInAgain.tsx`).
 */
export const hadExpired = (held: Token): boolean => held === expiredAtStart

/** Whether there is a token that had not expired when the page was loaded. */
export const hasSession = (): boolean => token.get() !== undefined && expiredAtStart === undefined

export function storeToken({ accessToken, expiresAt }: Token): void {
  if (!token.get()) asksSince = clocksNow()
  sessionStorage.setItem('token', accessToken)
  sessionStorage.setItem('expiresAt', expiresAt)
  token.set({ accessToken, expiresAt })
}

export function storeValues(values: SessionValues): void {
  for (const key of valueKeys) {
    const value = values[key]
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(value))
  }
}

/**
 * Deletes everything that this tab has stored, including drafts of forms, because the next person to sign in may be someone else.
 */
export function clearSession(): void {
  sessionStorage.clear()
  token.set(undefined)
}

export const isExpired = ({ expiresAt }: Token, now: number): boolean => Date.parse(expiresAt) <= now
