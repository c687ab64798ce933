export const orders = 'orders'
