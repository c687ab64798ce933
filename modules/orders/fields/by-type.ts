import { codesOf } from '../../../src/contract/vocabulary.ts'
import { OrderType } from '../../catalogue/schema.ts'

/** How fields are sorted whose values differ widely between order types: type by type. */
export const byType = { partsBy: { column: 'order_type_id', filter: 'OrderType', values: codesOf(OrderType) } }
