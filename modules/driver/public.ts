/** The public API of the driver's app: what higher modules add to a driver's day. */
export type { StopCard } from './contract.ts'
export { cardsOfStops } from './points.ts'
