import { addDocument, StaffForm } from './documents/add.ts'
import { DocumentType } from './documents/schema.ts'
import { internalStores } from './stock/stores.ts'

/** The resources that higher modules define commands of their own on: the map adds and edits internal stores. */
export const warehouseResources = { internalStores } as const

/** The creation of documents, whose form higher modules fill in, with the form of staff and the types. */
export const documentCreation = { command: addDocument, form: StaffForm, types: DocumentType } as const
