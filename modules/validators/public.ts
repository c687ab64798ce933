/** The public API of the validators. The demo runs all checks once, so that its pages are not empty. */
import type { Knex } from 'knex'
import type { Settings } from '../../config/settings.ts'
import { runCheck } from './check.ts'
import { kindNames } from './kinds.ts'

/** Runs every check once, in the transaction. */
export async function runAllChecks(trx: Knex.Transaction, settings: Settings, now: Date): Promise<void> {
  for (const name of kindNames) await runCheck(trx, name, settings, now)
}
