import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Money, Nullable, Text, Version } from '../../../src/kernel/schema.ts'

/** Whose sale it is: registers of VAT and categories are others for buyers of other countries. */
export const BuyerKind = vocabulary(
  'integrations.buyer',
  {
    home: { code: 1 },
    abroad: { code: 2 }
  },
  { onlyFor: ['ADMIN'] }
)

/** What a position without VAT is in the accounting program. */
export const ZeroRate = vocabulary(
  'integrations.zero',
  {
    taxed: { code: 1 },
    exempt: { code: 2 },
    notSubject: { code: 3 }
  },
  { onlyFor: ['ADMIN'] }
)

/** What became of a document since the run before over the same period. */
export const DocumentChange = vocabulary(
  'integrations.change',
  {
    same: { code: 0 },
    new: { code: 1, tone: 'info' },
    changed: { code: 2, tone: 'warning' },
    gone: { code: 3, tone: 'danger' }
  },
  { onlyFor: ['ADMIN'] }
)

/** Names of registers and categories in the accounting program. */
const maxCode = 20
export const Code = Text(maxCode, { pattern: '^[^\\p{C}]+$' })
export const maxPaymentDays = 120

export const MappingRow = Type.Object({
  id: Id,
  version: Version,
  name: Type.String({ description: 'of the kind of buyers' }),
  buyer: EnumOf(BuyerKind),
  register: Type.String(),
  categoryVehicle: Nullable(Type.String()),
  categoryTonnage: Nullable(Type.String()),
  categoryContainer: Nullable(Type.String()),
  zeroRate: EnumOf(ZeroRate),
  paymentDays: Type.Integer({ minimum: 0 })
})

const Count = Type.Integer({ minimum: 0 })

export const RunRow = Type.Object({
  id: Id,
  version: Version,
  period: Type.String(),
  dateFrom: Day,
  dateTo: Day,
  createdAt: Instant,
  documents: Count,
  gross: Money,
  newDocuments: Count,
  changedDocuments: Count,
  goneDocuments: Count,
  leftOut: Type.Integer({ minimum: 0, description: 'orders by the tonne that were finished without a weight' })
})

export const DocumentRow = Type.Object({
  id: Id,
  version: Version,
  runId: Id,
  documentId: Type.String({ description: 'the stable id, as the accounting program knows the document' }),
  change: EnumOf(DocumentChange),
  number: Type.String(),
  orders: Type.String({ description: 'numbers of the orders' }),
  company: Type.String(),
  taxNumber: Nullable(Type.String()),
  saleDay: Day,
  net: Money,
  vat: Money,
  gross: Money,
  formerGross: Nullable(Money)
})
