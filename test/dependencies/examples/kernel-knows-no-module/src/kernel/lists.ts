import { orders } from '../../modules/orders/public.ts'

export const lists = [orders]
