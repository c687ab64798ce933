/**
 * The files of a company, as a tab of the clients' panel: its contracts and protocols, in the numbering of a company's files. A
 * file is a document; it is added by the documents' own call, under the tab's own form.
 */
import { Type } from '@sinclair/typebox'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { resourceTab } from '../../../src/kernel/metadata/tabs.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { addDocument, ClientSchema, fileOf } from './add.ts'
import { removeDocument } from './remove.ts'
import { documents } from './resource.ts'

const { blobFileName, clientDocumentType, documentDate, containersNumber, description } = ClientSchema.properties

/** The file comes first: without one nothing is sent. The company is the panel's. */
const FileForm = defineForm({
  schema: Type.Object({
    CompanyId: Id,
    blobFileName,
    clientDocumentType,
    documentDate,
    containersNumber,
    description
  }),
  sendOnce: 'blobFileName',
  fields: {
    CompanyId: { control: 'hidden', from: 'id' },
    blobFileName: fileOf('documents/{CompanyId}')
  }
})

export const addCompanyFile = defineLink(documents, {
  name: 'warehouse.addCompanyFile',
  icon: 'plus',
  tone: 'info',
  selection: 'none',
  access: { ADMIN: { form: FileForm } },
  creates: addDocument
})

/** Fetches the file of a document by a link that is good once. */
export const fetchDocumentFile = defineLink(documents, {
  name: 'warehouse.fetchDocumentFile',
  icon: 'download',
  selection: 'one',
  access: { ADMIN: { when: { fileExists: [true] } } },
  link: '/api/Storage/file-url?blobFileName=:blobFileName'
})

/** As many as any list has: the specification's own call for them. */
const pageSize = 1000

export const companyFilesTab = resourceTab('files', documents, {
  title: 'warehouse.companyFiles.title',
  parent: 'CompanyId',
  pageSize,
  columns: [
    { key: 'originalFileName', blank: 'warehouse.companyFiles.noFile' },
    'clientDocumentType',
    { key: 'documentDate', format: 'monthDayYear' },
    'containersNumber',
    'description'
  ],
  commands: [addCompanyFile, fetchDocumentFile, removeDocument]
})
