/** How far the order is with accounting: its hand-over, its accounting number, its invoice. */
import { Type } from '@sinclair/typebox'
import { businessDay, label } from '../../../src/kernel/resources/fields.ts'
import { EnumOf, Nullable } from '../../../src/kernel/schema.ts'
import { OptimaStatus, OrderStatus } from '../schema.ts'
import type { OrderFields } from './views.ts'

export const accounting = {
  optimaStatus: { schema: EnumOf(OptimaStatus), for: 'staff', in: ['list', 'details', 'history'] },
  optimaStatusName: {
    schema: Type.String({ description: 'the label of `optimaStatus` in the language of the caller' }),
    ...label(OptimaStatus, 'orders.optima_status', new URL('../messages/', import.meta.url)),
    for: 'staff',
    in: ['list', 'details']
  },
  optimaNumber: {
    schema: Nullable(Type.String()),
    walk: 'parts',
    for: 'staff',
    in: ['list', 'details', 'history', 'report']
  },
  invoiceNumber: {
    schema: Nullable(Type.String()),
    walk: 'parts',
    for: 'everyone',
    in: ['list', 'details', 'history', 'clientHistory', 'report']
  },
  handedOver: {
    schema: Type.Boolean({ description: 'completed, and sent to the accounting system; staff only' }),
    sql: `(orders.status = ${OrderStatus.completed} and orders.optima_status <> ${OptimaStatus.notSent})`,
    for: 'staff',
    in: ['list']
  },
  booked: {
    schema: Type.Boolean({ description: 'completed, and has an accounting number; staff only' }),
    sql: `(orders.status = ${OrderStatus.completed} and orders.optima_number is not null)`,
    for: 'staff',
    in: ['list']
  },
  invoiceFinal: {
    schema: Type.Boolean({ description: 'invoiced, and no person typed the invoice number today; staff only' }),
    sql: `(orders.status = ${OrderStatus.invoiced}
      and ${businessDay('orders.invoiced_by_hand_at')} is distinct from ${businessDay('now()')})`,
    for: 'staff',
    in: ['list']
  }
} as const satisfies OrderFields
