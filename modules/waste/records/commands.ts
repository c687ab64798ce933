/**
 * A received transfer card is entered in the firm's record of waste (KEO) at the register. The command keeps what is to be entered and enqueues the job
 * (`job.ts`), in one transaction.
 */
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { cards } from '../cards/resource.ts'
import { CardState } from '../cards/schema.ts'
import { hasRecords, hasRegister } from '../enabled.ts'
import { throwWasteError } from '../errors.ts'
import { CardRecord, EntryRecord, touched } from '../models.ts'
import { EntryState } from './schema.ts'

export const entryQueue = 'waste.entry'

interface Receipt {
  readonly mass: number | null
  readonly receivedAt: Date | null
  readonly wasteCode: string | null
}

export const enterRecord = defineCommand(cards, {
  name: 'waste.enterRecord',
  call: 'PUT /api/Admin/TransferCards/:id/enter-record',
  selection: 'some',
  access: {
    ADMIN: {
      when: {
        state: codes(CardState, ['received', 'transported']),
        isReceiver: [true],
        entryState: [null, ...codes(EntryState, ['refused', 'noRecordCard', 'severalRecordCards'])]
      }
    }
  },
  ui: { icon: 'file-edit', queued: true, confirm: true },
  enabledIf: hasRecords,
  disabledIf: settings => {
    if (!hasRegister(settings)) return 'waste.registerOff'
    return hasRecords(settings) ? undefined : 'waste.recordsOff'
  },
  async run({ trx, now, services, accountId, addAuditParams }, { id }) {
    const receipt = await queryOne<Receipt>(
      trx,
      sql`select coalesce(received_mass, revised_mass, mass)::float8 as mass, received_at as "receivedAt", waste_code as "wasteCode"
        from waste.cards where id = ${id}`
    )
    if (!receipt?.mass || !receipt.receivedAt || !receipt.wasteCode) return throwWasteError('entryIncomplete')
    const { mass, receivedAt, wasteCode } = receipt
    const { id: entryId } = await EntryRecord.query(trx).insert({
      ...{ cardId: id, mass, receivedAt, wasteCode, accountId },
      ...{ createdAt: now, dueAt: now }
    })
    addAuditParams({ mass }, id)
    await services.jobs.send(trx, entryQueue, { entryId })
    await CardRecord.query(trx)
      .findById(id)
      .patch({ ...(touched as object), entryState: EntryState.waiting })
  }
})
