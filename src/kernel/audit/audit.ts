/** The audit's entry of a command: written in the command's own transaction, so that neither exists without the other. */
import type { Database } from '../database/sql.ts'
import { defineSlot } from '../extension-points.ts'

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
  /** The id of the call; null where the application itself began it. */
  readonly requestId?: string | null
}

/** Writes the entry in the command's transaction; without a module that keeps an audit nothing is written. */
export const recordAudit = defineSlot<(trx: Database, entry: AuditEntry) => Promise<void>>(
  'kernel.recordAudit',
  async () => undefined
)
