import { Type } from '@sinclair/typebox'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'

const missing = 'companies.place.orderTypes.missing'

/** A whole set of order types, at least one: who needs none is deactivated. */
export const OrderTypes = Type.Array(EnumOf(OrderType), {
  minItems: 1,
  maxItems: 3,
  uniqueItems: true,
  messages: { required: missing, minItems: missing }
})
