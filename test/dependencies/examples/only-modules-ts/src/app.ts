import orders from '../modules/orders/index.ts'

export const modules = [orders]
