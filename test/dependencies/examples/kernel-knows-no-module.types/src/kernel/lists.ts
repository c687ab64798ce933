import type { Order } from '../../modules/orders/public.ts'

export type Lists = Order[]
