/**
 * How often a call may be made. Strangers are limited by their address, people who are signed in by their account, wherever they
 * call from. Each call is counted by itself, in all processes together (`call-counts.ts`). A refusal is 429 `kernel.tooMany` with Retry-After.
 */
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { roleNames } from '../../contract/roles.ts'
import { addressKey } from './address-key.ts'
import type { CallCounts } from './call-counts.ts'
import { type Audience, hasFullAccess, isClient } from './caller.ts'

export interface RateLimit {
  readonly max: number
  /** Milliseconds. */
  readonly timeWindow: number
}

/**
 * Most calls of each command that an account may make which is not the staff's. More than the largest client does by hand or by a
 * program in its busiest hour; a program that runs wild, or somebody's revenge, fills neither the dispatchers' lists nor the database
 * before it is noticed. Staff have no such limit, because imports go through the same commands.
 */
export const clientCalls: RateLimit = { max: 600, timeWindow: 3_600_000 }

const byAccount = ({ caller, ip }: FastifyRequest): string => (caller ? `account ${caller.accountId}` : addressKey(ip))

/** Somebody who has a role beside the strangers that a call is for. */
const hasRole = ({ audience }: FastifyRequest): boolean => roleNames.some(role => role === audience)

const isStaffs = ({ caller }: FastifyRequest): boolean =>
  caller !== undefined && hasFullAccess(caller) && !isClient(caller)

/**
 * The limit that a route or command has stated, as Fastify's plugin takes it. Where strangers may call, they are limited by address,
 * and the roles named beside them are not limited; where they may not, each account is limited by itself.
 */
export function statedLimit(limit: RateLimit | undefined, audiences: readonly Audience[]) {
  if (!limit) return {}
  if (!audiences.includes('anyone')) return { rateLimit: { ...limit, keyGenerator: byAccount } }
  return { rateLimit: { ...limit, keyGenerator: ({ ip }: FastifyRequest) => addressKey(ip), allowList: hasRole } }
}

/** The limit of a command: its own, or `clientCalls` for those who are not staff. */
export function commandLimit(limit: RateLimit | undefined, audiences: readonly Audience[]) {
  const isForStaffAlone = audiences.every(audience => audience === 'ADMIN' || audience === 'SERVICE_TECHNICAN')
  if (limit || isForStaffAlone) return statedLimit(limit, audiences)
  return { rateLimit: { ...clientCalls, keyGenerator: byAccount, allowList: isStaffs } }
}

interface LimitedRoute {
  readonly routeInfo?: { readonly method: string | readonly string[]; readonly url: string }
}

/** The counts as Fastify's plugin asks for them: a store for each route, of which the callers are the keys. */
export function storeOf(counts: CallCounts): FastifyRateLimitStoreCtor {
  return class Store {
    readonly #call: string

    constructor({ routeInfo }: LimitedRoute) {
      this.#call = routeInfo ? `${String(routeInfo.method)} ${routeInfo.url}` : ''
    }

    incr(
      who: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      timeWindow = 0,
      max = 0
    ): void {
      counts.take(`${this.#call} ${who}`, max, timeWindow).then(count => done(null, count), done)
    }

    child(route: object): Store {
      return new Store(route as LimitedRoute)
    }
  } as unknown as FastifyRateLimitStoreCtor
}
