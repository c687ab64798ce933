import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { EnumOf, Id, Tonnes } from '../../src/kernel/schema.ts'

/** What is ordered: a whole vehicle, tonnes, or containers. Clients read how it is counted. */
export const OrderType = vocabulary(
  'catalogue.orderType',
  {
    vehicle: { code: 1 },
    tonnage: { code: 2 },
    container: { code: 3 }
  },
  { roles: ['CLIENT_ADMIN', 'CLIENT'], words: { tonnage: 'byWeight' } }
)

export const OrderTypeItem = Type.Object({
  id: Id,
  name: Type.String(),
  /** Capacity in tonnes. */
  value: Tonnes,
  orderTypeId: EnumOf(OrderType)
})

export const OrderTypeWithItems = Type.Object({
  id: EnumOf(OrderType),
  name: Type.String(),
  items: Type.Array(OrderTypeItem)
})

/** Dictionaries of reasons, by the specification's keys. */
export const Dictionary = vocabulary('catalogue.dictionary', {
  deactivationReasons: { code: 0 },
  cancellationReasons: { code: 1 }
})

export const DictionaryValue = Type.Object({ id: Id, value: Type.String() })
