import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Kilograms, Nullable, Version } from '../../src/kernel/schema.ts'

/** Where the kilograms of a row come from; the first that there is counts. */
export const MassSource = vocabulary(
  'evidence.source',
  {
    /** What the receiver has confirmed on the transfer card. */
    card: { code: 0, tone: 'success' },
    /** The order's shares of weigh tickets. */
    tickets: { code: 1, tone: 'info' },
    /** The tonnes with which the order was finished. */
    order: { code: 2, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN'] }
)

export const StatementState = vocabulary('evidence.state', {
  valid: { code: 0, tone: 'success' },
  replaced: { code: 1, tone: 'neutral' },
  withdrawn: { code: 2, tone: 'danger' }
})

/** How an order differs from the register. */
export const Difference = vocabulary(
  'evidence.difference',
  {
    /** The receiver has confirmed another mass than was weighed or typed here. */
    mass: { code: 0, tone: 'warning' },
    /** The receiver has not confirmed each of its cards. */
    notConfirmed: { code: 1, tone: 'info' },
    noCard: { code: 2, tone: 'danger' }
  },
  { onlyFor: ['ADMIN'] }
)

const Text = Nullable(Type.String())
const Count = Type.Integer({ minimum: 0 })
const Kilo = (description: string) => Type.Integer({ ...Kilograms, description })

export const StatementRow = Type.Object({
  id: Id,
  version: Version,
  number: Type.String(),
  state: EnumOf(StatementState),
  isOutdated: Type.Boolean({
    description: 'it is valid, and would have other rows or kilograms if it were issued now; staff only'
  }),
  companyId: Id,
  company: Type.String(),
  firstDay: Day,
  lastDay: Day,
  placeId: Nullable(Id),
  place: Nullable(Type.String({ description: 'null: all places of the client' })),
  orders: Count,
  kilograms: Kilograms,
  madeBy: Nullable(Type.String({ description: 'staff only' })),
  createdAt: Instant,
  replacedById: Nullable(Id),
  replacedBy: Nullable(Type.String({ description: 'the number of the statement that replaced it' })),
  replaces: Nullable(Type.String({ description: 'the number of the statement that it replaced' })),
  withdrawnAt: Nullable(Instant),
  withdrawReason: Text,
  checkUrl: Type.String({ description: 'the address of its public page, which the QR code of the paper leads to' }),
  ownKilograms: Kilo('of its orders now, by weigh tickets, else by the tonnes of the order; staff only'),
  registerKilograms: Kilo('confirmed on the cards of its orders by now; staff only'),
  differences: Type.Integer({ minimum: 0, description: 'orders that differ from the register; staff only' }),
  strayCards: Type.Integer({
    minimum: 0,
    description: 'confirmed cards of the client and the period without an order; staff only'
  }),
  strayKilograms: Kilo('of these; staff only')
})

export const MassRow = Type.Object({
  id: Id,
  version: Version,
  statementId: Id,
  place: Type.String(),
  wasteCode: Type.String(),
  day: Day,
  orderId: Id,
  orderNumber: Type.String(),
  cardId: Nullable(Id),
  cardNumber: Text,
  ticketIds: Type.Array(Id),
  ticketId: Nullable(Type.Integer({ ...Id, description: 'the first of them' })),
  hasTickets: Type.Boolean(),
  tickets: Type.Union([Type.String(), Type.Null()], { description: 'numbers of the weigh tickets' }),
  process: Nullable(Type.String({ description: 'of recovery or disposal: R3, D10' })),
  source: EnumOf(MassSource),
  kilograms: Kilograms
})

export const DifferenceRow = Type.Object({
  id: Id,
  version: Version,
  statementId: Id,
  orderId: Id,
  orderNumber: Type.String(),
  day: Day,
  place: Type.String(),
  cards: Text,
  kilograms: Kilo('in the statement'),
  ownKilograms: Kilo('by weigh tickets, else by the tonnes of the order'),
  registerKilograms: Nullable(Kilo('confirmed by the receiver; null: not yet, or no card')),
  kind: Nullable(EnumOf(Difference))
})

/** Kilograms of a waste code, or of a place. */
export const MassSum = Type.Object({ name: Type.String(), orders: Count, kilograms: Kilograms })
