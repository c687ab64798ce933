/**
 * The audit's entry of a command: written in the command's own transaction, so that neither exists without the other. It takes no
 * lock; what makes entries tamper-evident is done later (modules/audit/chain.ts).
 */
import { randomBytes } from 'node:crypto'
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
  /** The session that it came by; null where nobody was signed in, and for the application itself. */
  readonly sessionId?: string | null
  /** The network that it came from (`networkOf`); it is forgotten after SECURITY_EVENTS_DAYS (migrations/121_audit_origin.ts). */
  readonly network?: string | null
}

export async function recordAudit(
  trx: Database,
  { at, accountId, audience, command, resourceType, subjectIds, sessionId = null, network = null }: AuditEntry
): Promise<void> {
  const salt = network === null ? null : randomBytes(16)
  await queryPrepared(
    trx,
    sql`with given as (select ${network}::inet as address, ${salt}::bytea as salt),
      entry as (
        insert into audit.entries (at, account_id, audience, command, resource_type, subject_ids, session_id, address_hash)
        select ${at}::timestamptz, ${accountId}::int, ${audience}, ${command}, ${resourceType},
          ${[...new Set(subjectIds)]}::int[], ${sessionId}::uuid, sha256(salt || convert_to(abbrev(address), 'UTF8')) from given
        returning id),
      origin as (
        insert into audit.addresses (entry_id, address, salt) select id, address, salt from entry, given where salt is not null)
      insert into audit.unsealed (entry_id) select id from entry`
  )
}
