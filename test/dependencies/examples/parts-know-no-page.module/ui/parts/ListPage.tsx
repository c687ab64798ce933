import type { OrderRow } from '../../modules/orders/schema.ts'

export type Row = OrderRow
