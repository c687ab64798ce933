/**
 * All fields of a document, each declared once; list and details have all of them. Clients do not see movements within the business. The
 * fields of `history` are those whose changes are stored.
 */
import { Type } from '@sinclair/typebox'
import { defineFields } from '../../../src/kernel/resources/define-fields.ts'
import { joined, label } from '../../../src/kernel/resources/fields.ts'
import { Day, EnumOf, Id, Instant, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'
import { placeAddress } from '../../companies/public.ts'
import { isStandingReservation, leftOfReservation } from '../stock/reservations.ts'
import { ClientDocumentType, companyTypes, DocumentStatus, DocumentType } from './schema.ts'

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
const text = Nullable(Type.String())

export const documentFields = defineFields({
  alias: 'document',
  views: ['history'],
  fields: {
    id: { schema: Id, for: 'everyone', in: [] },
    version: { schema: Version, for: 'everyone', in: [] },
    documentStatus: { schema: EnumOf(DocumentStatus), for: 'everyone', in: ['history'] },
    /** `{code}/{year}/{number}` */
    number: { schema: Type.String(), sort: byNumber, for: 'everyone', in: [] },
    /** The description, such as the number on paper; without one, the number of the document. */
    description: {
      schema: Type.String(),
      sql: 'coalesce(document.description, document.number)',
      sort: byDescription,
      for: 'everyone',
      in: ['history']
    },
    /** The number of a document that has a description; null for others, whose description is the number. */
    ownNumber: {
      schema: text,
      sql: 'case when document.description is not null then document.number end',
      sort: byNumber,
      for: 'everyone',
      in: []
    },
    documentDate: { schema: Day, for: 'everyone', in: ['history'] },
    documentType: { schema: EnumOf(DocumentType), for: 'everyone', in: ['history'] },
    documentTypeName: {
      schema: Type.String(),
      ...label(DocumentType, 'document.document_type', new URL('../messages/', import.meta.url)),
      for: 'everyone',
      in: []
    },
    /** Null for types that company files do not have. */
    clientDocumentType: {
      schema: Nullable(EnumOf(ClientDocumentType)),
      sql: `case when document.document_type in (${companyTypes.join(', ')}) then document.document_type + 1 end`,
      for: 'everyone',
      in: []
    },
    companyId: { schema: Nullable(Id), for: 'everyone', in: [] },
    companyName: { schema: text, ...joined('company', 'name'), for: 'everyone', in: ['history'] },
    departmentId: { schema: Nullable(Id), for: 'everyone', in: [] },
    receptionPlaceId: { schema: Nullable(Id), for: 'everyone', in: [] },
    receptionPlaceName: { schema: text, sql: placeAddress('place'), join: 'place', for: 'everyone', in: ['history'] },
    internalStoreId: { schema: Nullable(Id), for: 'staff', in: [] },
    internalStoreName: { schema: text, ...joined('store', 'name'), for: 'staff', in: ['history'] },
    containersNumber: { schema: Nullable(Pieces), for: 'everyone', in: ['history'] },
    /** The order of the document, and its number. */
    orderId: { schema: Nullable(Id), for: 'everyone', in: [] },
    orderNumber: { schema: text, for: 'everyone', in: ['history'] },
    hasOrder: { schema: Type.Boolean(), sql: 'document.order_id is not null', for: 'everyone', in: [] },
    /** The reservation that a document which hands out containers uses up, and its number; null for others, and for clients. */
    reservationId: { schema: Nullable(Id), for: 'staff', in: [] },
    reservationNumber: { schema: text, ...joined('reservation', 'number'), for: 'staff', in: ['history'] },
    /** How many containers of an approved reservation are still reserved; null for other documents. */
    reservedLeft: {
      schema: Nullable(Pieces),
      sql: `case when ${isStandingReservation('document')} then ${leftOfReservation('document.id')} end`,
      for: 'staff',
      in: []
    },
    fileExists: { schema: Type.Boolean(), sql: 'file.id is not null', join: 'file', for: 'everyone', in: [] },
    originalFileName: { schema: text, ...joined('file', 'original_name'), for: 'everyone', in: ['history'] },
    blobFileName: { schema: text, ...joined('file', 'blob_name'), for: 'everyone', in: [] },
    /** The path of the call that gives a link to the file. The question mark stands for a parameter in knex. */
    fileUrl: {
      schema: text,
      sql: "'/api/Storage/file-url' || chr(63) || 'blobFileName=' || file.blob_name",
      join: 'file',
      for: 'everyone',
      in: []
    },
    /** The canceled document that a correction corrects, and its number; null for other documents. */
    correctsId: { schema: Nullable(Id), for: 'everyone', in: [] },
    correctsNumber: { schema: text, ...joined('corrected', 'number'), for: 'everyone', in: [] },
    /** The number of the correction of a canceled document; null for other documents. */
    correctionNumber: { schema: text, ...joined('correction', 'number'), for: 'everyone', in: [] },
    /** Whether the company itself added the document. */
    enteredByClient: { schema: Type.Boolean(), for: 'everyone', in: [] },
    createdAt: { schema: Instant, for: 'everyone', in: [] }
  }
})
