export type Order = { id: number }
