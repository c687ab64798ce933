import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { EnumOf, Id, Instant, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'
import { DocumentStatus, DocumentType } from '../documents/schema.ts'

/** The StoreTypeEnum of the specification, and the transit between two stores. */
export const StoreType = vocabulary('warehouse.storeType', {
  internal: { code: 0 },
  external: { code: 1 },
  inTransit: { code: 2 }
})

export const StockLevel = Type.Object({
  id: Id,
  version: Version,
  storeType: EnumOf(StoreType),
  /** The name of an internal store; the company of an external store; null in transit. */
  storeName: Nullable(Type.String()),
  /** Null for an internal store, and in transit. */
  receptionPlaceName: Nullable(Type.String()),
  containersAmount: Pieces,
  /** How many of these containers are promised to recipients. */
  reserved: Pieces,
  free: Pieces,
  internalStoreId: Nullable(Id),
  receptionPlaceId: Nullable(Id),
  /** Whether it is the level of a closed internal store. */
  isClosed: Type.Boolean()
})

/** The change of a level by a document. It is negative if containers were taken. */
export const StockMovement = Type.Object({
  id: Id,
  documentId: Id,
  documentNumber: Type.String(),
  documentType: EnumOf(DocumentType),
  documentStatus: EnumOf(DocumentStatus),
  levelId: Id,
  storeType: EnumOf(StoreType),
  storeName: Nullable(Type.String()),
  receptionPlaceName: Nullable(Type.String()),
  amount: Type.Integer({ unit: 'pieces' }),
  reserved: Type.Integer({ unit: 'pieces' }),
  createdAt: Instant
})
