/**
 * The files of a company, as a tab of the clients' panel: its contracts and protocols, with the type numbers of company files. A file
 * is a document. It is added with the call of documents, but with the form of this tab.
 */
import { Type } from '@sinclair/typebox'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { addDocument, ClientSchema, fileOf } from './add.ts'
import { removeDocument } from './remove.ts'
import { documents } from './resource.ts'

const { blobFileName, clientDocumentType, documentDate, containersNumber, description } = ClientSchema.properties

/** The first field is the file, which is required. The company is that of the panel. */
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

/** Downloads the file of a document with a link that works only once. */
export const fetchDocumentFile = defineLink(documents, {
  name: 'warehouse.fetchDocumentFile',
  icon: 'download',
  selection: 'one',
  access: { ADMIN: { when: { fileExists: [true] } } },
  link: '/api/Storage/file-url?blobFileName=:blobFileName'
})

/** All files on one page, which is the call of the specification. */
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
