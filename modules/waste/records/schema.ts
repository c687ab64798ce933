import { vocabulary } from '../../../src/contract/vocabulary.ts'

/** How far the entry of a received transfer card in the firm's record (KEO) is. The last three end without one, and it may be tried anew. */
export const EntryState = vocabulary(
  'waste.entryState',
  {
    waiting: { code: 0, tone: 'info' },
    entered: { code: 1, tone: 'success' },
    refused: { code: 2, tone: 'danger' },
    noRecordCard: { code: 3, tone: 'danger' },
    severalRecordCards: { code: 4, tone: 'danger' }
  },
  { onlyFor: ['ADMIN'] }
)
