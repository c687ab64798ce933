import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { EnumOf, Id, Instant, Nullable, Pieces, Version } from '../../../src/kernel/schema.ts'
import { DocumentStatus, DocumentType } from '../documents/schema.ts'

/** The specification's StoreTypeEnum, and what is between two stores. */
export const StoreType = vocabulary('warehouse.storeType', {
  internal: { code: 0 },
  external: { code: 1 },
  inTransit: { code: 2 }
})

export const StockLevel = Type.Object({
  id: Id,
  version: Version,
  storeType: EnumOf(StoreType),
  /** Of an external store the company; null in transit. */
  storeName: Nullable(Type.String()),
  /** Null where the store is internal, and in transit. */
  receptionPlaceName: Nullable(Type.String()),
  containersAmount: Pieces,
  /** Of those: promised to recipients. */
  reserved: Pieces,
  free: Pieces,
  internalStoreId: Nullable(Id),
  receptionPlaceId: Nullable(Id)
})

/** What a document has added to a level, or, below zero, taken from it. */
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
