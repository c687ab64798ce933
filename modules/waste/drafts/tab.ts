import { codes } from '../../../src/contract/vocabulary.ts'
import { resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { hasRegister } from '../enabled.ts'
import { drafts } from './resource.ts'

/** In the panel of an order: what was told to the register with the client's keys, and what came of it. */
export const draftTab = {
  ...resourceTab('drafts', drafts, {
    title: 'waste.draft.tab',
    parent: 'OrderId',
    columns: ['number', 'state', 'mass', 'plannedAt', 'problem']
  }),
  short: true,
  shown: { currentStatus: codes(OrderStatus, ['inProgress', 'completed', 'invoiced']) },
  enabledIf: hasRegister
} as const
