/** Removes a document with its file. Only documents in the buffer can be removed. */
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { removeFiles } from '../../files/public.ts'
import { DocumentRow } from './models.ts'
import { documentFolder, documents } from './resource.ts'
import { may } from './rules.ts'

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
