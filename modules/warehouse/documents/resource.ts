/** Warehouse documents. A client sees its company's contracts and protocols, with their files. */

import { documentFiles } from '../../../src/contract/files.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter } from '../../../src/kernel/resources/fields.ts'
import { defineResource, folded } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import {
  companyNames,
  isCompanyVisible,
  leftJoinCompany,
  leftJoinPlace,
  placeAddresses
} from '../../companies/public.ts'
import { type FileFolder, leftJoinFile } from '../../files/public.ts'
import { leftJoinStore, storeNames } from '../fragments.ts'
import { documentFields } from './document-fields.ts'
import { companyTypes, DocumentStatus, DocumentType } from './schema.ts'

const folder = 'documents'

export const documents = defineResource({
  type: 'warehouse.document',
  title: 'warehouse document',
  path: '/api/Admin/Documents',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  scope: 'documents:read',
  visibleTo: reader =>
    sql`document.document_type in (${raw(companyTypes.join(', '))})
      and ${visibleTo(reader, 'document.company_id', 'document.department_id')}`,
  ...documentFields,
  table: 'warehouse.documents',
  joins: {
    company: leftJoinCompany('company', 'document.company_id'),
    place: leftJoinPlace('place', 'document.reception_place_id'),
    store: leftJoinStore('store', 'document.internal_store_id'),
    corrected: 'left join warehouse.documents corrected on corrected.id = document.corrects_id',
    reservation: 'left join warehouse.documents reservation on reservation.id = document.reservation_id',
    correction: 'left join warehouse.documents correction on correction.corrects_id = document.id',
    file: leftJoinFile('file', folder, 'document.id')
  },
  filters: {
    OrderId: filter(Id, id => sql`document.order_id = ${id}`),
    CompanyId: filter(Id, id => sql`document.company_id = ${id}`),
    DocumentType: filter(EnumOf(DocumentType), type => sql`document.document_type = ${type}`),
    DocumentStatus: filter(EnumOf(DocumentStatus), status => sql`document.document_status = ${status}`)
  },
  search: [
    ...['number', 'description', 'order_number'].map(text => ({
      key: 'document.id',
      of: { table: 'warehouse.documents', id: 'id', text: folded(text) }
    })),
    { key: 'document.company_id', of: companyNames },
    { key: 'document.reception_place_id', of: placeAddresses },
    // Clients do not see stores, so their search does not read the names of stores.
    { key: 'document.internal_store_id', isForStaff: true, of: storeNames }
  ],
  found: { name: 'description', details: ['ownNumber', 'companyName'], icon: 'file', place: 6 },
  sort: '-documentDate'
})

/** Files of documents. A file of a company belongs to that company. Other documents need no company. */
export const documentFolder: FileFolder = {
  name: folder,
  types: documentFiles,
  uploaders: ['ADMIN', 'CLIENT_ADMIN'],
  isSubjectVisible: isCompanyVisible,
  usualSubject: ({ companyId }) => companyId,
  owner: documents
}
