/** What became of stops, kept beside the orders so that lists and the day board show it; derived anew from all events whenever some were added or judged. */
import type { CodeOf } from '../../../src/contract/vocabulary.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import { keepStopStates } from '../../orders/public.ts'
import { StopState as Code } from '../../orders/schema.ts'
import type { StopState } from '../contract.ts'
import { reportedOf } from './reported.ts'

const codeOf = ({ outcome, reason }: StopState): CodeOf<typeof Code> | null => {
  if (outcome === 'waiting') return null
  return outcome === 'failed' ? Code[reason ?? 'none'] : Code[outcome]
}

/** The orders are locked. */
export async function noteStopStates(trx: Database, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const reported = await reportedOf(trx, orderIds)
  await keepStopStates(trx, new Map([...reported].map(([id, { state }]) => [id, codeOf(state)])))
}
