/**
 * API keys: what a program calls with in place of a person's session. A key opens the routes that name one of its scopes, and nothing
 * else; a route that names none is shut to keys. On those it acts as an administrator, or as the administrator of one company, by an
 * account of its own, so that history, audit, limits and visibility are those of any caller.
 */
import type { Knex } from 'knex'
import { defineSlot } from '../extension-points.ts'
import type { CallCounts } from './call-counts.ts'
import type { Caller } from './caller.ts'
import type { Sessions } from './sessions.ts'

export const scopes = [
  'orders:read',
  'orders:write',
  'clients:read',
  'containers:read',
  'documents:read',
  'weights:write',
  'events:read'
] as const

export type Scope = (typeof scopes)[number]

export const keyPrefix = 'opn_'

export interface ApiKey {
  readonly id: number
  readonly scopes: readonly Scope[]
  readonly callsPerMinute: number
}

/** Who calls by the key; undefined for a key that there is not, or that does not count now or from this address. */
export type IdentifyKey = (
  services: { readonly db: Knex; readonly sessions: Sessions },
  key: string,
  address: string,
  now: Date
) => Promise<{ readonly key: ApiKey; readonly caller: Caller } | undefined>

export const identifyKey = defineSlot<IdentifyKey>('kernel.identifyKey', async () => undefined)

export interface NewProgram {
  readonly name: string
  /** Null: all of the business. */
  readonly companyId: number | null
  readonly now: Date
  readonly expiresAt: Date | null
}

/** The accounts that programs act by, kept by the module of accounts. */
export interface Programs {
  add(trx: Knex.Transaction, program: NewProgram): Promise<{ readonly accountId: number; readonly sessionId: string }>
  /** Ends its session, and with it all that the session opens. */
  end(trx: Knex.Transaction, accountId: number, now: Date): Promise<void>
}

const none = async (): Promise<never> => {
  throw new Error('No module keeps the accounts of programs')
}

export const programs = defineSlot<Programs>('kernel.programs', { add: none, end: none })

const windowMs = 60_000

/**
 * Counts a call in the present minute, in all processes together.
 * @param who a key or a device: `key 7`
 * @returns the seconds until it may call again, or undefined if it may
 */
export async function secondsToWait(
  counts: CallCounts,
  who: string,
  callsPerMinute: number
): Promise<number | undefined> {
  const { current, ttl } = await counts.take(who, callsPerMinute, windowMs)
  return current > callsPerMinute ? Math.max(1, Math.ceil(ttl / 1000)) : undefined
}
