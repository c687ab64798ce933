/** A document in the buffer is approved, or removed. */
import { defineCommand } from '../../../../src/kernel/commands/command.ts'
import { removeFiles } from '../../../files/public.ts'
import { post } from '../../stock/ledger.ts'
import { hintAboutLevels } from '../../stock/levels.ts'
import { DocumentRow, nextApproval } from '../models.ts'
import { documentFolder, documents } from '../resource.ts'
import { after, effectOf, may } from '../rules.ts'

/** Approves a document in the buffer, and changes the stock as its type requires. */
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

/** Removes a document with its file. Only documents in the buffer can be removed. */
export const removeDocument = defineCommand(documents, {
  name: 'warehouse.removeDocument',
  call: 'DELETE /api/Admin/Documents',
  wire: { idFrom: { query: 'documentId' } },
  // A client can remove the documents that its company has added.
  access: { ADMIN: { when: may('remove') }, CLIENT_ADMIN: { when: { ...may('remove'), enteredByClient: [true] } } },
  ui: { icon: 'trash', tone: 'danger', confirm: true, effects: ['remove'] },
  async run(context, { id }) {
    await removeFiles(context, documentFolder, id)
    await DocumentRow.query(context.trx).deleteById(id)
  }
})
