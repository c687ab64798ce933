/**
 * The audit's entry of a command: written in the command's own transaction, so that there is none without the other. It takes no
 * lock; what makes entries tamper-evident is done later (modules/audit/chain.ts).
 */
import { type Database, queryPrepared, sql } from '../database/sql.ts'

export interface AuditEntry {
  readonly at: Date
  /** Whose command it was; null for the application itself and for callers whom nobody knows. */
  readonly accountId: number | null
  /** The audience under which it was allowed: a role, `signedIn`, `anyone`, …; `system` for the application itself. */
  readonly audience: string
  readonly command: string
  readonly resourceType: string | null
  /** Ids of the rows that it was about. */
  readonly subjectIds: readonly number[]
}

export async function recordAudit(
  trx: Database,
  { at, accountId, audience, command, resourceType, subjectIds }: AuditEntry
): Promise<void> {
  await queryPrepared(
    trx,
    sql`with entry as (
        insert into audit.entries (at, account_id, audience, command, resource_type, subject_ids)
        values (${at}, ${accountId}, ${audience}, ${command}, ${resourceType}, ${[...new Set(subjectIds)]}::int[])
        returning id)
      insert into audit.unsealed (entry_id) select id from entry`
  )
}
