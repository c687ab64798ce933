/** The public API of the driver's app for higher modules. */
export { cardsOfStops } from './points.ts'
