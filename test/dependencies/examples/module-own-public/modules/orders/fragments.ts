export const joinOrder = (on: string): string => `join orders.orders o on o.id = ${on}`
