/** Approves a document in the buffer, and changes the stock as its type requires. */
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { post } from '../stock/ledger.ts'
import { hintAboutLevels } from '../stock/levels.ts'
import { DocumentRow, nextApproval } from './models.ts'
import { documents } from './resource.ts'
import { after, effectOf, may } from './rules.ts'

export const approveDocument = defineCommand(documents, {
  name: 'warehouse.approveDocument',
  call: 'PUT /api/Admin/Documents/approve',
  wire: { idFrom: { body: 'id' } },
  access: { ADMIN: { when: may('approve') } },
  ui: { icon: 'check', tone: 'success', effects: ['reload'], onFailure: 'reload' },
  async run(context, document) {
    const { trx, now } = context
    const levels = await post(trx, now, { ...document, effect: effectOf(document.documentType) })
    await DocumentRow.query(trx)
      .findById(document.id)
      .patch({ documentStatus: after('approve'), approval: nextApproval(trx) })
    hintAboutLevels(context, levels)
  }
})
