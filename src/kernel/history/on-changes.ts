/**
 * What modules do about the changes of a command, in its transaction: what they write there exists if the change does, and only then.
 * Whoever fills the point is called once for each command with all of its changes, so that it can work on them as a set.
 */
import type { Knex } from 'knex'
import type { Reader } from '../access/caller.ts'
import { defineExtensionPoint } from '../extension-points.ts'
import type { Services } from '../services.ts'
import { type Change, recordChanges } from './history.ts'

export interface ChangesMade {
  readonly trx: Knex.Transaction
  readonly services: Services
  readonly now: Date
  /** Whom history names as their author; null for the application itself and for strangers. */
  readonly accountId: number | null
  /** Who has made them: a person, or the application itself. */
  readonly reader: Reader
  readonly changes: readonly Change[]
}

/** Called after the changes were recorded, in the order of modules. Throwing refuses the command. */
export const onChanges = defineExtensionPoint<(made: ChangesMade) => Promise<void>>('kernel.changes')

/** Records the changes in the history, and passes them on. */
export async function recordAndPassOn(made: ChangesMade): Promise<void> {
  const { trx, services, now, accountId, changes } = made
  if (changes.length === 0) return
  await recordChanges(trx, accountId, now, changes)
  for (const follow of onChanges.all(services.extensions)) await follow(made)
}
