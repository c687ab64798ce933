import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { EnumOf, ExactInstant, Id, Nullable, Version } from '../../../src/kernel/schema.ts'

/** What is read: the list of the business's places, or the cards of a place. */
export const PollKind = vocabulary(
  'waste.pollKind',
  {
    places: { code: 0 },
    carrier: { code: 1 },
    receiver: { code: 2 }
  },
  { onlyFor: ['ADMIN'] }
)

export const PollState = vocabulary(
  'waste.pollState',
  {
    read: { code: 0, tone: 'success' },
    /** The list is long, and is read in parts. */
    reading: { code: 1, tone: 'info' },
    failing: { code: 2, tone: 'warning' },
    /** Not read for an hour. */
    late: { code: 3, tone: 'danger' }
  },
  { onlyFor: ['ADMIN'] }
)

export const PollRow = Type.Object({
  id: Id,
  version: Version,
  kind: EnumOf(PollKind),
  placeName: Nullable(Type.String()),
  state: EnumOf(PollState),
  problem: Nullable(Type.String({ description: 'what the register answered when it was last read in vain' })),
  readAt: Nullable(Type.String({ ...ExactInstant, description: 'when it was last read without a problem' })),
  triedAt: Nullable(ExactInstant),
  knownAt: Nullable(Type.String({ ...ExactInstant, description: 'all changes of the register up to then were read' })),
  waiting: Type.Integer({ minimum: 0, description: 'cards of the place whose details are still to be read' })
})
