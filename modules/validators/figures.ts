/** Open findings, as metrics. */
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { ValidatorKind } from './schema.ts'

export function observeFindings({ metrics, db }: Services): void {
  metrics.ask('opony_validator_findings', 'Open findings, by check', ['check'], async () => {
    const found = await query<{ kind: number; count: number }>(
      db,
      sql`select kind, count(*)::int as count from validators.findings
        where approved_at is null and resolved_at is null group by kind`
    )
    const counts = new Map(found.map(({ kind, count }) => [kind, count]))
    return metadataOf(ValidatorKind).members.map(({ name, code }) => ({
      labels: { check: name },
      value: counts.get(code) ?? 0
    }))
  })
}
