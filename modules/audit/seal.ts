/** What the worker does for the audit's chain: it seals new entries, and logs where the chain ends. */
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { type Anchor, anchorText, sealAll } from './chain.ts'

export const seal = ({ db, now }: Services): Promise<unknown> => sealAll(db, now())

export async function logAnchor({ db, log }: Services): Promise<void> {
  const end = await queryOne<Anchor>(db, sql`select seq, hash from audit.seals order by seq desc limit 1`)
  if (end) log.info({ anchor: anchorText(end) }, 'audit: the chain ends here')
}
