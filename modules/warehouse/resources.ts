import { addDocument, StaffForm } from './documents/commands/add.ts'
import { approveDocument } from './documents/commands/buffer.ts'
import { fetchDocumentFile } from './documents/company-files.ts'
import { documents } from './documents/resource.ts'
import { DocumentType } from './documents/schema.ts'
import { internalStores } from './stock/stores.ts'

/** The documents, for panels of other modules that list those of a thing of theirs; with what is done to a document there. */
export const documentList = { resource: documents, commands: [approveDocument, fetchDocumentFile] } as const

/** The resources for which higher modules define commands. The map, for example, adds and edits internal stores. */
export const warehouseResources = { internalStores } as const

/** The command that adds documents, with the form of staff and the types, for higher modules that open the form with values. */
export const documentCreation = { command: addDocument, form: StaffForm, types: DocumentType } as const
