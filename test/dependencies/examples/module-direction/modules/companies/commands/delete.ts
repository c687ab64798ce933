import { ordersOf } from '../../orders/public.ts'

export const remove = ordersOf
