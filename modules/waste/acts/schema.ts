import { vocabulary } from '../../../src/contract/vocabulary.ts'

/** What people have the register told of a card. */
export const ActKind = vocabulary(
  'waste.actKind',
  {
    confirmReceipt: { code: 0, tone: 'info' },
    reject: { code: 1, tone: 'danger' },
    confirmTransport: { code: 2, tone: 'info' }
  },
  { onlyFor: ['ADMIN'] }
)

export const actStates = { waiting: 0, done: 1, refused: 2 } as const
