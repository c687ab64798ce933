import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { EnumOf, ExactInstant, Id, Nullable, Version } from '../../../src/kernel/schema.ts'

export const WebhookState = vocabulary(
  'integrations.webhookState',
  {
    active: { code: 0, tone: 'success' },
    failing: { code: 1, tone: 'warning' },
    turnedOff: { code: 2, tone: 'neutral' },
    /** Turned off by the application, because it failed for days or wanted no more. */
    givenUp: { code: 3, tone: 'danger' }
  },
  { onlyFor: ['ADMIN'] }
)

/** Why a webhook is turned off. */
export const OffReason = vocabulary(
  'integrations.offReason',
  {
    byPerson: { code: 0 },
    gone: { code: 1 },
    failing: { code: 2 }
  },
  { onlyFor: ['ADMIN'] }
)

export const AttemptOutcome = vocabulary(
  'integrations.attemptOutcome',
  {
    delivered: { code: 0, tone: 'success' },
    refused: { code: 1, tone: 'danger' },
    down: { code: 2, tone: 'danger' },
    slow: { code: 3, tone: 'danger' },
    private: { code: 4, tone: 'danger' },
    /** Sent to nobody, because OUTSIDE is off. */
    held: { code: 5, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN'] }
)

export const WebhookRow = Type.Object({
  id: Id,
  version: Version,
  url: Type.String(),
  types: Type.Array(Type.String()),
  typeNames: Type.String(),
  companyId: Nullable(Id),
  companyName: Nullable(Type.String({ description: 'null: all of the business' })),
  state: EnumOf(WebhookState),
  offReason: Nullable(EnumOf(OffReason)),
  isActive: Type.Boolean(),
  waiting: Type.Integer({ minimum: 0, description: 'deliveries that wait' }),
  createdAt: ExactInstant,
  failingSince: Nullable(ExactInstant),
  pausedUntil: Nullable(ExactInstant),
  formerUntil: Nullable(ExactInstant),
  turnedOffAt: Nullable(ExactInstant)
})

export const AttemptRow = Type.Object({
  id: Id,
  version: Version,
  webhookId: Id,
  url: Type.String(),
  messageId: Type.String({ description: 'the header webhook-id: the same for each attempt of an event' }),
  type: Type.String(),
  at: ExactInstant,
  outcome: EnumOf(AttemptOutcome),
  status: Nullable(Type.Integer()),
  milliseconds: Type.Integer({ minimum: 0 }),
  try: Type.Integer({ minimum: 1 }),
  nextAt: Nullable(ExactInstant),
  answer: Nullable(Type.String({ description: 'the beginning of the answer, or why there was none' })),
  body: Nullable(Type.String({ description: 'byte by byte, the same in each attempt of a delivery' }))
})
