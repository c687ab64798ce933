export type Session = { id: number }
