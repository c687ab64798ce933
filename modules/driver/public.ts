/** The public API of the driver's app: when a driver is expected, and what higher modules add to a driver's day. */
export { expectedArrival } from './arrivals/expected.ts'
export { instantAt, minutesOf } from './arrivals/local-time.ts'
export type { StopCard } from './contract.ts'
export { cardsOfStops } from './points.ts'
