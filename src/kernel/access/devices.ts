/**
 * Devices of drivers: what the driver's app calls with in place of a session that ends. A device opens the routes that are marked for it, and
 * nothing else. On those it acts as its driver, so that history, limits and visibility are those of the account.
 */
import type { Knex } from 'knex'
import { defineSlot } from '../extension-points.ts'
import type { Caller } from './caller.ts'
import type { Sessions } from './sessions.ts'

export const devicePrefix = 'opd_'

/** More than a page sends that repeats what failed, and photos one by one. */
export const deviceCallsPerMinute = 300

export interface FoundDevice {
  readonly id: number
  readonly caller: Caller
}

/** Who calls by the token of a device; undefined where the token is none, or no longer counts. */
export type IdentifyDevice = (
  services: { readonly db: Knex; readonly sessions: Sessions },
  token: string,
  now: Date
) => Promise<FoundDevice | undefined>

export const identifyDevice = defineSlot<IdentifyDevice>('kernel.identifyDevice', async () => undefined)
