/** Warehouse documents. A client sees its company's contracts and protocols, with their files. */

import { documentFiles } from '../../../src/contract/files.ts'
import type { Role } from '../../../src/contract/roles.ts'
import { visibleTo } from '../../../src/kernel/access/tenancy.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { filter, joined, label } from '../../../src/kernel/resources/fields.ts'
import { defineResource, folded } from '../../../src/kernel/resources/resource.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import {
  companyNames,
  isCompanyVisible,
  leftJoinCompany,
  leftJoinPlace,
  placeAddress,
  placeAddresses
} from '../../companies/public.ts'
import { type FileFolder, leftJoinFile } from '../../files/public.ts'
import { leftJoinStore, storeNames } from '../public.ts'
import { isStandingReservation, leftOfReservation } from '../stock/reservations.ts'
import { companyTypes, Document, DocumentStatus, DocumentType } from './schema.ts'

const folder = 'documents'
/** Sorts by code and year, and then by the number as a number: 9 before 10. */
const byNumber = [
  "split_part(document.number, '/', 1)",
  "split_part(document.number, '/', 2)::int",
  "split_part(document.number, '/', 3)::int"
]
/** The same expressions as in the index: documents without a typed number are among the others by their own, 9 before 10. */
const byDescription = [
  "coalesce(document.description, split_part(document.number, '/', 1) || '/' || split_part(document.number, '/', 2))",
  "case when document.description is null then split_part(document.number, '/', 3)::int else 0 end"
]
/** Clients do not see movements within the business. */
const staff: readonly Role[] = ['ADMIN']

export const documents = defineResource({
  type: 'warehouse.document',
  title: 'warehouse document',
  path: '/api/Admin/Documents',
  access: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'],
  visibleTo: reader =>
    sql`document.document_type in (${raw(companyTypes.join(', '))})
      and ${visibleTo(reader, 'document.company_id', 'document.department_id')}`,
  schema: Document,
  table: 'warehouse.documents',
  alias: 'document',
  joins: {
    company: leftJoinCompany('company', 'document.company_id'),
    place: leftJoinPlace('place', 'document.reception_place_id'),
    store: leftJoinStore('store', 'document.internal_store_id'),
    corrected: 'left join warehouse.documents corrected on corrected.id = document.corrects_id',
    reservation: 'left join warehouse.documents reservation on reservation.id = document.reservation_id',
    correction: 'left join warehouse.documents correction on correction.corrects_id = document.id',
    file: leftJoinFile('file', folder, 'document.id')
  },
  fields: {
    number: { sql: 'document.number', sort: byNumber },
    description: { sql: 'coalesce(document.description, document.number)', sort: byDescription },
    ownNumber: { sql: 'case when document.description is not null then document.number end', sort: byNumber },
    documentTypeName: label(DocumentType, 'document.document_type', new URL('../messages/', import.meta.url)),
    clientDocumentType: {
      sql: `case when document.document_type in (${companyTypes.join(', ')}) then document.document_type + 1 end`
    },
    companyName: joined('company', 'name'),
    receptionPlaceName: { sql: placeAddress('place'), join: 'place' },
    internalStoreId: { sql: 'document.internal_store_id', access: staff },
    internalStoreName: joined('store', 'name', { access: staff }),
    reservationId: { sql: 'document.reservation_id', access: staff },
    reservationNumber: joined('reservation', 'number', { access: staff }),
    reservedLeft: {
      sql: `case when ${isStandingReservation('document')} then ${leftOfReservation('document.id')} end`,
      access: staff
    },
    hasOrder: { sql: 'document.order_id is not null' },
    correctsNumber: joined('corrected', 'number'),
    correctionNumber: joined('correction', 'number'),
    fileExists: { sql: 'file.id is not null', join: 'file' },
    originalFileName: joined('file', 'original_name'),
    blobFileName: joined('file', 'blob_name'),
    // The question mark stands for a parameter in knex.
    fileUrl: { sql: "'/api/Storage/file-url' || chr(63) || 'blobFileName=' || file.blob_name", join: 'file' }
  },
  views: {
    history: [
      'documentStatus',
      'description',
      'documentDate',
      'documentType',
      'companyName',
      'receptionPlaceName',
      'internalStoreName',
      'containersNumber',
      'orderNumber',
      'reservationNumber',
      'originalFileName'
    ]
  },
  filters: {
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
