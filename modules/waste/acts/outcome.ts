/** What came of an act, stored with the card's history. The names are stored there and must not change. */
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { isStorable, makeDue, storeDetails } from '../cards/read.ts'
import { cards } from '../cards/resource.ts'
import { CardRecord, touched } from '../models.ts'
import type { Card } from '../register/register.ts'
import { ActKind, actStates } from './schema.ts'

interface Ended {
  readonly actId: number
  readonly kind: number
}

/** What history says of a kind of act. */
const kindNames = Object.fromEntries(Object.entries(ActKind).map(([name, code]) => [code, name]))
export const nameOfKind = (kind: number): string => kindNames[kind] ?? ''

/**
 * The register has taken the act. @param card as it is there since, if it could be read; otherwise the next reading brings it
 */
export const actDone = defineSystemCommand(cards, {
  name: 'waste.actDone',
  async run(context, rows, { actId, kind, card }: Ended & { readonly card: Card | undefined }) {
    const { trx, now } = context
    const id = rows[0]?.id ?? 0
    context.addAuditParams({ kind: nameOfKind(kind) })
    await query(
      trx,
      sql`update waste.acts set state = ${actStates.done}, problem = null, ended_at = ${now} where id = ${actId} and state = ${actStates.waiting}`
    )
    if (card && isStorable(card)) {
      await storeDetails.run(context, rows, new Map([[id, { card, version: null }]]))
      await CardRecord.query(trx)
        .findById(id)
        .patch(touched as object)
    } else await makeDue(trx, id, now)
  }
})

/** The register refuses the act, for good; its words are kept. */
export const actRefused = defineSystemCommand(cards, {
  name: 'waste.actRefused',
  async run({ trx, now, addAuditParams }, rows, { actId, kind, words }: Ended & { readonly words: string }) {
    addAuditParams({ kind: nameOfKind(kind), words })
    await query(
      trx,
      sql`update waste.acts set state = ${actStates.refused}, problem = ${words}, ended_at = ${now}
        where id = ${actId} and state = ${actStates.waiting}`
    )
    // What it refuses was decided by a card that has changed there meanwhile.
    await makeDue(trx, rows[0]?.id ?? 0, now)
  }
})

export const actOutcomes = [actDone, actRefused]
