import { Type } from '@sinclair/typebox'
import { codes, vocabulary } from '../../../src/contract/vocabulary.ts'
import { EnumOf, ExactInstant, Id, Instant, Nullable, Version } from '../../../src/kernel/schema.ts'
import { ActKind } from '../acts/schema.ts'
import { EntryState } from '../records/schema.ts'
import type { CardState as RegisterState } from '../register/register.ts'

/** The states of a card, in the order of its life; the last two end it. */
export const CardState = vocabulary(
  'waste.cardState',
  {
    planned: { code: 0, tone: 'neutral' },
    approved: { code: 1, tone: 'info' },
    confirmationGenerated: { code: 2, tone: 'warning' },
    received: { code: 3, tone: 'info' },
    transported: { code: 4, tone: 'success' },
    rejected: { code: 5, tone: 'danger' },
    withdrawn: { code: 6, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'] }
)

/** Those in which the register has the confirmation that the driver carries. */
export const withConfirmation = codes(CardState, ['confirmationGenerated', 'received', 'transported', 'rejected'])

/** The register's names of the states. */
export const stateCodes = {
  PLANNED: CardState.planned,
  APPROVED: CardState.approved,
  CONFIRMATION_GENERATED: CardState.confirmationGenerated,
  RECEIVE_CONFIRMATION: CardState.received,
  TRANSPORT_CONFIRMATION: CardState.transported,
  REJECTED: CardState.rejected,
  WITHDRAWN: CardState.withdrawn
} as const satisfies Readonly<Record<RegisterState, number>>

/** The register's name of a state. */
export const registerStateOf = (code: number): RegisterState =>
  (Object.keys(stateCodes) as RegisterState[]).find(name => stateCodes[name] === code) ?? 'PLANNED'

/** Who has found the order of a card. */
export const MatchedBy = vocabulary(
  'waste.matchedBy',
  { rule: { code: 0 }, person: { code: 1 } },
  { onlyFor: ['ADMIN'] }
)

/** Megagrams, which are tonnes, with the four decimals that the register keeps. */
export const CardMass = Type.Number({ format: 'tonnes', minimum: 0, decimals: 4 })

const Text = Nullable(Type.String())
const When = Nullable(Type.String(Instant))

export const CardRow = Type.Object({
  id: Id,
  version: Version,
  registerId: Type.String({ description: 'the id of the card in the register (kpoId)' }),
  number: Nullable(Type.String({ description: 'null until the sender has approved the card' })),
  state: EnumOf(CardState),
  modifiedAt: Type.String({ ...Instant, description: 'of the last change in the register' }),
  revision: Type.Integer(),
  year: Nullable(Type.Integer()),
  wasteCode: Text,
  wasteCodeDescription: Text,
  process: Nullable(Type.String({ description: 'of recovery or disposal, for which the waste is meant: R3, D10' })),
  plate: Text,
  plannedAt: When,
  transportedAt: When,
  mass: Nullable(CardMass),
  revisedMass: Nullable(CardMass),
  declaredMass: Nullable(Type.Number({ ...CardMass, description: 'revisedMass, and without it mass' })),
  receivedMass: Nullable(CardMass),
  differs: Type.Boolean({ description: 'receivedMass differs from declaredMass by more than 2 %' }),
  toConfirm: Type.Boolean({ description: 'the business is to confirm the receipt or the transport; staff only' }),
  remarks: Text,
  senderName: Text,
  senderTaxNumber: Text,
  senderNumber: Text,
  carrierName: Text,
  carrierTaxNumber: Text,
  carrierNumber: Text,
  receiverName: Text,
  receiverTaxNumber: Text,
  receiverNumber: Text,
  isCarrier: Type.Boolean({ description: 'the business is the carrier' }),
  isReceiver: Type.Boolean({ description: 'the business is the receiver' }),
  approvedAt: When,
  confirmationGeneratedAt: When,
  receivedAt: When,
  receivedBy: Text,
  transportConfirmedAt: When,
  rejectedAt: When,
  withdrawnAt: When,
  readAt: Nullable(Type.String({ ...ExactInstant, description: 'when the details were read; null: not yet' })),
  waitingAct: Nullable(EnumOf(ActKind)),
  refusedAct: Nullable(EnumOf(ActKind)),
  actProblem: Nullable(
    Type.String({ description: 'why the register has refused the act, or why it still waits; staff only' })
  ),
  actTriedAt: Nullable(ExactInstant),
  actDueAt: Nullable(Type.String({ ...ExactInstant, description: 'when the waiting act is tried again' })),
  entryState: Nullable(EnumOf(EntryState)),
  enteredAt: Nullable(
    Type.String({ ...Instant, description: 'when its entry in the record (KEO) was made; staff only' })
  ),
  entryProblem: Nullable(
    Type.String({ description: 'why the register has refused the entry, or why it still waits; staff only' })
  ),
  entryTriedAt: Nullable(ExactInstant),
  entryDueAt: Nullable(Type.String({ ...ExactInstant, description: 'when the waiting entry is tried again' })),
  orderId: Nullable(Id),
  orderNumber: Text,
  companyId: Nullable(Id),
  departmentId: Nullable(Id),
  clientId: Nullable(Type.Integer({ ...Id, description: 'the client whose tax number the sender has; staff only' })),
  matchedBy: Nullable(EnumOf(MatchedBy)),
  matchedAccount: Text,
  matchedAt: When
})
