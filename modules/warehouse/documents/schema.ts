import { Type } from '@sinclair/typebox'
import { codes, vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'

/** The types with the administrators' numbers, which are stored. */
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

/** The types with the numbers of company files. Each number is one more than the stored one. */
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

/** The types that belong to a company, which are those of company files. */
export const companyTypes = codes(DocumentType, ['contract', 'acceptanceReport', 'handoverProtocol'])

export const Document = Type.Object({
  id: Id,
  version: Version,
  documentStatus: EnumOf(DocumentStatus),
  /** `{code}/{year}/{number}` */
  number: Type.String(),
  /** The description, such as the number on paper; without one, the number of the document. */
  description: Type.String(),
  /** The number of a document that has a description; null for others, whose description is the number. */
  ownNumber: Nullable(Type.String()),
  documentDate: Day,
  documentType: EnumOf(DocumentType),
  documentTypeName: Type.String(),
  /** Null for types that company files do not have. */
  clientDocumentType: Nullable(EnumOf(ClientDocumentType)),
  companyId: Nullable(Id),
  companyName: Nullable(Type.String()),
  departmentId: Nullable(Id),
  receptionPlaceId: Nullable(Id),
  receptionPlaceName: Nullable(Type.String()),
  internalStoreId: Nullable(Id),
  internalStoreName: Nullable(Type.String()),
  containersNumber: Nullable(Pieces),
  /** The order of the document, and its number. */
  orderId: Nullable(Id),
  orderNumber: Nullable(Type.String()),
  hasOrder: Type.Boolean(),
  /** The reservation that a document which hands out containers uses up, and its number; null for others, and for clients. */
  reservationId: Nullable(Id),
  reservationNumber: Nullable(Type.String()),
  /** How many containers of an approved reservation are still reserved; null for other documents. */
  reservedLeft: Nullable(Pieces),
  fileExists: Type.Boolean(),
  originalFileName: Nullable(Type.String()),
  blobFileName: Nullable(Type.String()),
  /** The path of the call that gives a link to the file. */
  fileUrl: Nullable(Type.String()),
  /** The canceled document that a correction corrects, and its number; null for other documents. */
  correctsId: Nullable(Id),
  correctsNumber: Nullable(Type.String()),
  /** The number of the correction of a canceled document; null for other documents. */
  correctionNumber: Nullable(Type.String()),
  /** Whether the company itself added the document. */
  enteredByClient: Type.Boolean(),
  createdAt: Instant
})
