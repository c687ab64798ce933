/**
 * What modules write because of the changes of a command: it is there if the change is, and only then. They give statements, which are sent
 * as one with that of the history, so that a command waits for the database no longer than without them.
 */
import type { Knex } from 'knex'
import type { Reader } from '../access/caller.ts'
import type { Sql } from '../database/sql.ts'
import { defineExtensionPoint } from '../extension-points.ts'
import type { Services } from '../services.ts'
import { allEvents, eventsOf } from './events.ts'
import { type Change, recordChanges } from './history.ts'

export interface ChangesMade {
  readonly services: Pick<Services, 'extensions'>
  readonly now: Date
  /** Whom history names as their author; null for the application itself and for strangers. */
  readonly accountId: number | null
  /** Who has made them: a person, or the application itself. */
  readonly reader: Reader
  readonly changes: readonly Change[]
}

/**
 * Called once for each command, with all of its changes. Gives statements that insert, update or delete, and that read the rows as they are
 * after the changes; of their texts there are few (`queryPrepared`).
 */
export const onChanges = defineExtensionPoint<(made: ChangesMade) => readonly Sql[]>('kernel.changes')

/** Records changes in the history, with what modules write because of them. */
export async function recordAndFollow(made: ChangesMade & { readonly trx: Knex.Transaction }): Promise<void> {
  const { trx, services, now, accountId, changes } = made
  if (changes.length === 0) return
  const followUps = onChanges.all(services.extensions).flatMap(follow => follow(made))
  const events = eventsOf(allEvents.of(services.extensions), changes, now)
  await recordChanges(trx, accountId, now, changes, [...followUps, ...events])
}
