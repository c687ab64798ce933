/** What came of an entry, stored with the card's history. The names are stored there and must not change. */
import { memberOf } from '../../../src/contract/vocabulary.ts'
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { cards } from '../cards/resource.ts'
import { CardRecord, touched } from '../models.ts'
import { EntryState } from './schema.ts'

export const entryDone = defineSystemCommand(cards, {
  name: 'waste.entryDone',
  async run(
    { trx, now, addAuditParams },
    rows,
    { entryId, mass }: { readonly entryId: number; readonly mass: number }
  ) {
    addAuditParams({ mass })
    await query(
      trx,
      sql`update waste.entries set state = ${EntryState.entered}, problem = null, ended_at = ${now}
        where id = ${entryId} and state = ${EntryState.waiting}`
    )
    await CardRecord.query(trx)
      .findById(rows[0]?.id ?? 0)
      .patch({ ...(touched as object), entryState: EntryState.entered, enteredAt: now })
  }
})

interface Refused {
  readonly entryId: number
  /** A code of `EntryState`. */
  readonly state: number
  /** The register's. */
  readonly words: string
}

/** The register refuses the entry, or has no record card for it, or several: a person must look. */
export const entryRefused = defineSystemCommand(cards, {
  name: 'waste.entryRefused',
  async run({ trx, now, addAuditParams }, rows, { entryId, state, words }: Refused) {
    addAuditParams({ reason: memberOf(EntryState, state) ?? '', words })
    await query(
      trx,
      sql`update waste.entries set state = ${state}, problem = nullif(${words}::text, ''), ended_at = ${now}
        where id = ${entryId} and state = ${EntryState.waiting}`
    )
    await CardRecord.query(trx)
      .findById(rows[0]?.id ?? 0)
      .patch({ ...(touched as object), entryState: state })
  }
})

export const entryOutcomes = [entryDone, entryRefused]
