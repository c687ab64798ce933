import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { EnumOf, ExactInstant, Id, Instant, Kilograms, Nullable, Version } from '../../src/kernel/schema.ts'

/** Where a mass on a ticket comes from. */
export const MassOrigin = vocabulary(
  'weights.origin',
  {
    typed: { code: 0, tone: 'neutral' },
    scale: { code: 1, tone: 'success' },
    /** The tare that is kept with the vehicle. */
    vehicle: { code: 2, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN'] }
)

export const TicketState = vocabulary(
  'weights.state',
  {
    valid: { code: 0, tone: 'success' },
    withdrawn: { code: 1, tone: 'neutral' }
  },
  { onlyFor: ['ADMIN'] }
)

const Text = Nullable(Type.String())

export const ScaleRow = Type.Object({
  id: Id,
  version: Version,
  name: Type.String(),
  storeId: Id,
  storeName: Type.String(),
  lastWeight: Nullable(Kilograms),
  lastAt: Nullable(ExactInstant)
})

export const ReadingRow = Type.Object({
  id: Id,
  version: Version,
  scaleId: Id,
  scaleName: Type.String(),
  storeId: Id,
  weight: Kilograms,
  at: ExactInstant,
  receivedAt: ExactInstant,
  raw: Type.String({ description: 'what the scale sent' }),
  label: Type.String({ description: 'day, time and mass, for a picker' })
})

/** The part of a load that was collected for an order. */
export const TicketLoad = Type.Object({ orderId: Id, number: Type.String(), company: Type.String(), mass: Kilograms })

export const TicketRow = Type.Object({
  id: Id,
  version: Version,
  number: Type.String(),
  state: EnumOf(TicketState),
  at: ExactInstant,
  storeId: Id,
  storeName: Type.String(),
  vehicleId: Id,
  registerNumber: Type.String(),
  gross: Kilograms,
  tare: Kilograms,
  net: Kilograms,
  source: EnumOf(MassOrigin),
  tareOrigin: EnumOf(MassOrigin),
  grossReadingId: Nullable(Id),
  grossRead: Nullable(Type.Integer({ ...Kilograms, description: 'what the scale showed' })),
  tareReadingId: Nullable(Id),
  tareRead: Nullable(Kilograms),
  orders: Type.Array(TicketLoad),
  orderNumbers: Text,
  rest: Nullable(
    Type.Integer({ ...Kilograms, description: 'of the load, what belongs to none of the orders; null: nothing' })
  ),
  restReason: Text,
  note: Text,
  withdrawReason: Text,
  correctedAt: Nullable(ExactInstant),
  createdAt: ExactInstant
})

/** A ticket as one of its orders sees it: `version` is the ticket's. */
export const OrderTicketRow = Type.Object({
  ticketId: Id,
  ...Type.Pick(TicketRow, ['id', 'version', 'number', 'state', 'registerNumber', 'gross', 'tare', 'net', 'source'])
    .properties,
  share: Type.Integer({ ...Kilograms, description: 'of the net mass, what was collected for the order' }),
  at: Instant,
  isCorrected: Type.Boolean()
})

const Difference = Nullable(
  Type.Integer({
    format: 'kilograms',
    description: 'what was weighed less this; null: nothing, or one of them is not known'
  })
)

/** What was weighed for an order, beside what it was finished with and what its transfer card says. */
export const OrderWeighing = Type.Object({
  weighed: Nullable(Type.Integer({ ...Kilograms, description: 'shares of valid tickets; null: there are none' })),
  completed: Nullable(Type.Integer({ ...Kilograms, description: 'with which the order was finished' })),
  overCompleted: Difference,
  card: Nullable(Type.Integer({ ...Kilograms, description: 'of the cards, as received, else as declared' })),
  overCard: Difference
})
