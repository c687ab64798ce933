/** A row of a list. */
export type { Row } from '../../../src/contract/row.ts'
