import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { EnumOf, ExactInstant, Id, Instant, Nullable, Version } from '../../../src/kernel/schema.ts'
import { CardMass } from '../cards/schema.ts'

/** How far a card is that is made from an order; clients read it as a state of the card (`cards/of-client.ts`). */
export const DraftState = vocabulary(
  'waste.draftState',
  { waiting: { code: 0, tone: 'info' }, done: { code: 1, tone: 'success' }, refused: { code: 2, tone: 'danger' } },
  { onlyFor: ['ADMIN'] }
)

export const DraftRow = Type.Object({
  id: Id,
  version: Version,
  orderId: Id,
  orderNumber: Type.String(),
  companyId: Id,
  departmentId: Nullable(Id),
  state: EnumOf(DraftState),
  number: Nullable(Type.String({ description: 'of the card, once the register has approved it' })),
  mass: CardMass,
  plate: Type.String(),
  plannedAt: Type.String(Instant),
  wasteCode: Type.String(),
  process: Type.String(),
  problem: Nullable(Type.String({ description: 'why the register has refused it, or why it still waits' })),
  createdAt: Type.String(Instant),
  dueAt: Nullable(Type.String({ ...ExactInstant, description: 'when it is tried again; null: not for a problem' }))
})
