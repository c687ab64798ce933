/** The public API of evidence: the ledger of masses, which the demo business issues its statements from. */
export { type LedgerRow, ledger } from './masses.ts'
