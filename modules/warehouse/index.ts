import { defineModule } from '../../src/kernel/module.ts'
import { fileFolders } from '../files/public.ts'
import { addDocument } from './documents/add.ts'
import { removeDocument } from './documents/remove.ts'
import { documentFolder, documents } from './documents/resource.ts'
import { ClientDocumentType, DocumentStatus, DocumentType } from './documents/schema.ts'
import { storeContainersAmount } from './public.ts'
import { routes } from './routes.ts'

/** Internal stores and their borders; documents with their files. */
export const warehouse = defineModule({
  name: 'warehouse',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [DocumentType, ClientDocumentType, DocumentStatus],
  resources: [documents],
  commands: [addDocument, removeDocument],
  routes,
  extensionPoints: [storeContainersAmount],
  extends: [fileFolders.fill(documentFolder)]
})
