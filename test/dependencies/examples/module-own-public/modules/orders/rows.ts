import { joinOrder } from './public.ts'

export const rows = `select o.id from orders.comments c ${joinOrder('c.order_id')}`
