import { Type } from '@sinclair/typebox'
import { codes, vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'

/** The administrators' numbering, which is stored. */
export const DocumentType = vocabulary('warehouse.documentType', {
  contract: { code: 0 },
  acceptanceReport: { code: 1 },
  handoverProtocol: { code: 2 },
  externalReception: { code: 3 },
  destructionProtocol: { code: 4 },
  recipientReservation: { code: 5 },
  invoice: { code: 6 },
  inventory: { code: 7 },
  transferIn: { code: 8 },
  transferOut: { code: 9 }
})

/** The numbering of a company's files: each is one more than the type that is stored. */
export const ClientDocumentType = vocabulary('warehouse.clientDocumentType', {
  contract: { code: 1 },
  handoverAcceptance: { code: 2 },
  transferProtocol: { code: 3 }
})

export const DocumentStatus = vocabulary('warehouse.documentStatus', {
  buffer: { code: 0, tone: 'info' },
  approved: { code: 1, tone: 'success' },
  canceled: { code: 2, tone: 'neutral' },
  correction: { code: 3, tone: 'warning' }
})

/** Types that are about a company: those that its files are numbered by. */
export const companyTypes = codes(DocumentType, ['contract', 'acceptanceReport', 'handoverProtocol'])

export const Document = Type.Object({
  id: Id,
  version: Version,
  documentStatus: EnumOf(DocumentStatus),
  /** `{code}/{year}/{number}` */
  number: Type.String(),
  /** What was written of the document, such as the number on paper; else its number. */
  description: Type.String(),
  documentDate: Day,
  documentType: EnumOf(DocumentType),
  documentTypeName: Type.String(),
  /** Null for types that no company's file has. */
  clientDocumentType: Nullable(EnumOf(ClientDocumentType)),
  companyId: Nullable(Id),
  companyName: Nullable(Type.String()),
  departmentId: Nullable(Id),
  receptionPlaceId: Nullable(Id),
  receptionPlaceName: Nullable(Type.String()),
  internalStoreId: Nullable(Id),
  internalStoreName: Nullable(Type.String()),
  containersNumber: Nullable(Pieces),
  /** The order that it was written for, and its number. */
  orderId: Nullable(Id),
  orderNumber: Nullable(Type.String()),
  hasOrder: Type.Boolean(),
  fileExists: Type.Boolean(),
  originalFileName: Nullable(Type.String()),
  blobFileName: Nullable(Type.String()),
  /** The call that gives a link to the file. */
  fileUrl: Nullable(Type.String()),
  /** Of a correction: the canceled document, and its number. */
  correctsId: Nullable(Id),
  correctsNumber: Nullable(Type.String()),
  /** Of a canceled document: the number of its correction. */
  correctionNumber: Nullable(Type.String()),
  /** Sent in by the company itself. */
  enteredByClient: Type.Boolean(),
  createdAt: Instant
})
