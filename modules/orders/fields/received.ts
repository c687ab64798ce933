/** What was received, as it was counted, weighed and written on the waste transfer card. */
import { Type } from '@sinclair/typebox'
import { Nullable, Tonnes } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { unitBy } from '../schema.ts'
import { byType } from './by-type.ts'
import type { OrderFields } from './views.ts'

export const received = {
  quantityTaken: {
    schema: Nullable(Type.Integer({ minimum: 0, ...unitBy('type') })),
    for: 'everyone',
    in: ['details', 'history', 'clientHistory', 'report']
  },
  receptionCount: {
    // by the tonne what was received is what was weighed
    schema: Type.String({
      format: 'ratio',
      description: 'received/quantity',
      ...unitBy('type', { [OrderType.tonnage]: { part: 'tonnage' } })
    }),
    sql: "coalesce(orders.quantity_taken, 0) || '/' || orders.quantity",
    sort: ['coalesce(orders.quantity_taken, 0)', 'orders.quantity'],
    walk: byType,
    for: 'everyone',
    in: ['list']
  },
  tonnage: {
    schema: Nullable(Tonnes),
    walk: 'parts',
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
  },
  /** The client is a party to the waste transfer card. */
  kpo: {
    schema: Nullable(Type.String()),
    walk: 'parts',
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report']
  }
} as const satisfies OrderFields
