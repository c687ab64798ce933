/** The public API of weights. */
export { ticketMasses } from './fragments.ts'
