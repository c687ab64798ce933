/**
 * The session as this browser tab knows it: a token, and what the profile said. Kept in session storage, one key a
 * value, under the names of the specification. Everything but the token is forgotten at start and read again from the
 * profile, so that a role changed meanwhile is never believed from storage.
 */
import { useSyncExternalStore } from 'react'
import { isOffice } from '../src/contract/roles.ts'

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
const listeners = new Set<() => void>()
let token: Token | undefined
const changed = (): void => {
  for (const listener of listeners) listener()
}

/** By the name of the host. */
export const areaOf = (hostName: string): 'admin' | 'portal' => (isOffice(hostName) ? 'admin' : 'portal')
export const area = (): 'admin' | 'portal' => areaOf(location.hostname)

/** Takes up the stored token and forgets the other values. Once, before the first drawing. */
export function startSession(): void {
  for (const key of valueKeys) sessionStorage.removeItem(key)
  const accessToken = sessionStorage.getItem('token')
  const expiresAt = sessionStorage.getItem('expiresAt')
  token = accessToken && expiresAt ? { accessToken, expiresAt } : undefined
}

export const currentToken = (): Token | undefined => token
export const useToken = (): Token | undefined =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentToken)

export function keepToken(next: Token): void {
  token = { accessToken: next.accessToken, expiresAt: next.expiresAt }
  sessionStorage.setItem('token', next.accessToken)
  sessionStorage.setItem('expiresAt', next.expiresAt)
  changed()
}

export function keepValues(values: SessionValues): void {
  for (const key of valueKeys) {
    const value = values[key]
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(value))
  }
}

/** Everything this tab keeps goes, half-filled forms too: who signs in next may be someone else. */
export function forgetSession(): void {
  sessionStorage.clear()
  token = undefined
  changed()
}

export const isExpired = ({ expiresAt }: Token, now: number): boolean => Date.parse(expiresAt) <= now
