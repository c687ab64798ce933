import { ordersOf } from '../orders/public.ts'

export default ordersOf
