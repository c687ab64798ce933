/** What came of a draft, stored with its history. The names are stored there and must not change. */
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { Draft } from '../models.ts'
import { drafts } from './resource.ts'
import { DraftState } from './schema.ts'

const waiting = { state: [DraftState.waiting] }

/** The card is approved in the register. */
export const draftDone = defineSystemCommand(drafts, {
  name: 'waste.draftDone',
  when: waiting,
  async run({ trx, now }, rows, { number }: { readonly number: string | null }) {
    for (const { id } of rows)
      await Draft.query(trx).findById(id).patch({ state: DraftState.done, number, problem: null, endedAt: now })
  }
})

/** It will not be made, for good; the words say why. */
export const draftRefused = defineSystemCommand(drafts, {
  name: 'waste.draftRefused',
  when: waiting,
  async run({ trx, now, addAuditParams }, rows, { words }: { readonly words: string }) {
    addAuditParams({ words })
    for (const { id } of rows)
      await Draft.query(trx).findById(id).patch({ state: DraftState.refused, problem: words, endedAt: now })
  }
})

export const draftOutcomes = [draftDone, draftRefused]
