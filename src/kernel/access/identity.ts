/** What the kernel asks of the module that keeps accounts. */
import type { Database } from '../database/sql.ts'
import { defineSlot } from '../extension-points.ts'
import type { Services } from '../services.ts'
import type { Caller } from './caller.ts'

export interface Identity {
  readonly caller: Caller
  /** When the session ends by itself. */
  readonly expiresAt: Date
}

/**
 * Reads the account of a session that is still good; undefined when it is not. What it reads from is announced by triggers
 * when it changes (migrations/016_identity_changes.ts), because `sessions.ts` keeps the answer in memory.
 */
export type Identify = (
  services: Pick<Services, 'db' | 'extensions'>,
  sessionId: string,
  accountId: number,
  now: Date
) => Promise<Identity | undefined>

export const identify = defineSlot<Identify>('kernel.identify')

/** Names of accounts for history and comments, by id; an erased or unknown account has none. */
export type AccountNames = (database: Database, accountIds: readonly number[]) => Promise<ReadonlyMap<number, string>>

export const accountNames = defineSlot<AccountNames>('kernel.accountNames', async () => new Map())

export const kernelPoints = [identify, accountNames]
