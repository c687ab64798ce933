/**
 * Writes the audit's entry of a command. It takes no lock; what makes entries tamper-evident is done later (chain.ts).
 */
import { randomBytes } from 'node:crypto'
import type { AuditEntry } from '../../src/kernel/audit/audit.ts'
import { type Database, queryPrepared, sql } from '../../src/kernel/database/sql.ts'

export async function recordEntry(
  trx: Database,
  {
    at,
    accountId,
    audience,
    command,
    resourceType,
    subjectIds,
    sessionId = null,
    network = null,
    requestId = null
  }: AuditEntry
): Promise<void> {
  const salt = network === null ? null : randomBytes(16)
  await queryPrepared(
    trx,
    sql`with given as (select ${network}::inet as address, ${salt}::bytea as salt),
      entry as (
        insert into audit.entries (at, account_id, audience, command, resource_type, subject_ids, session_id, address_hash,
          request_id)
        select ${at}::timestamptz, ${accountId}::int, ${audience}, ${command}, ${resourceType},
          ${[...new Set(subjectIds)]}::int[], ${sessionId}::uuid, sha256(salt || convert_to(abbrev(address), 'UTF8')),
          ${requestId} from given
        returning id),
      origin as (
        insert into audit.addresses (entry_id, address, salt) select id, address, salt from entry, given where salt is not null)
      insert into audit.unsealed (entry_id) select id from entry`
  )
}
