import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Nullable, Pieces, Tonnes, Version } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { unitBy } from '../../orders/schema.ts'

/** The differences that the documents of an order may have. The table has a bit for each: 1, 2, 4 …, by the code. */
export const Difference = vocabulary(
  'validators.difference',
  {
    noTonnage: { code: 0 },
    noKpo: { code: 1 },
    noDocument: { code: 2 },
    documentDiffers: { code: 3 },
    noInvoice: { code: 4 },
    sharedKpo: { code: 5 }
  },
  { onlyFor: ['ADMIN'] }
)

export const ReconciliationState = vocabulary(
  'validators.reconciliationState',
  {
    agrees: { code: 0, tone: 'success' },
    open: { code: 1, tone: 'warning' },
    explained: { code: 2, tone: 'info' }
  },
  { onlyFor: ['ADMIN'] }
)

/** A completed order with its documents. The id is that of the order. */
export const Reconciliation = Type.Object({
  id: Id,
  version: Version,
  number: Type.String(),
  finishedAt: Day,
  companyId: Id,
  company: Type.String(),
  receptionPlace: Type.String(),
  orderTypeItemName: Type.String(),
  type: EnumOf(OrderType),
  quantityTaken: Nullable(Type.Integer({ minimum: 0, ...unitBy('type') })),
  tonnage: Nullable(Tonnes),
  kpo: Nullable(Type.String()),
  documentId: Nullable(Id),
  document: Nullable(Type.String()),
  documentApproved: Nullable(Type.Boolean()),
  /** The containers of all approved documents of the order together. */
  documentContainers: Nullable(Pieces),
  invoiceNumber: Nullable(Type.String()),
  differences: Type.Array(EnumOf(Difference)),
  state: EnumOf(ReconciliationState),
  comment: Nullable(Type.String()),
  explainedDate: Nullable(Day)
})
