export type OrderRow = { id: number }
