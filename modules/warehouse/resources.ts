import { addDocument, StaffForm } from './documents/add.ts'
import { DocumentType } from './documents/schema.ts'

/** The creation of documents, whose form higher modules fill in, with the form of staff and the types. */
export const documentCreation = { command: addDocument, form: StaffForm, types: DocumentType } as const
