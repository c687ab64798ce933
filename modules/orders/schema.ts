import { type Static, Type } from '@sinclair/typebox'
import { memberOf, metadataOf, vocabulary } from '../../src/contract/vocabulary.ts'
import { OrderType } from '../catalogue/schema.ts'

/** What is collected, in the European list of waste: end-of-life tyres. Waste transfer cards and their register name it. */
export const wasteCode = '16 01 03'

/** What is “new”, “in progress” and “completed” to staff is “placed”, “planned” and “collected” to the client who ordered it. */
export const OrderStatus = vocabulary(
  'orders.status',
  {
    new: { code: 0, tone: 'info' },
    accepted: { code: 1, tone: 'info' },
    inProgress: { code: 2, tone: 'warning' },
    completed: { code: 3, tone: 'success' },
    canceled: { code: 4, tone: 'neutral' },
    invoiced: { code: 5, tone: 'success' }
  },
  { roles: ['CLIENT_ADMIN', 'CLIENT'], words: { new: 'placed', inProgress: 'planned', completed: 'collected' } }
)

/** The state of an order's transfer to the accounting system. */
export const OptimaStatus = vocabulary('orders.optimaStatus', {
  notSent: { code: 0 },
  queued: { code: 1, tone: 'info' },
  synchronised: { code: 2, tone: 'success' },
  failed: { code: 3, tone: 'danger' }
})

/** The part of a day that a client wishes for; none is any. */
export const DayPart = vocabulary('orders.dayPart', { beforeNoon: { code: 1 }, afternoon: { code: 2 } })
/** The message key of a part of the day. */
export const dayPartText = (code: number): string => `${metadataOf(DayPart).name}.${memberOf(DayPart, code)}`

/** What became of a stop as its driver reports it; from `closed` on why nothing was collected. */
export const StopState = vocabulary(
  'orders.stopState',
  {
    arrived: { code: 0, tone: 'info' },
    done: { code: 1, tone: 'success' },
    closed: { code: 2, tone: 'danger' },
    blocked: { code: 3, tone: 'danger' },
    none: { code: 4, tone: 'danger' },
    wrongWaste: { code: 5, tone: 'danger' },
    noCard: { code: 6, tone: 'danger' }
  },
  { onlyFor: ['ADMIN'] }
)

/** The reason of a client's cancel, as the specification sends it. */
export const canceledByUser = 'canceled by user'

/** The unit of an order's quantities by its type: a vehicle comes for one trip. */
const units: Readonly<Record<string, Unit>> = {
  [OrderType.vehicle]: 'trips',
  [OrderType.tonnage]: 'tonnes',
  [OrderType.container]: 'pieces'
}
/** The unit in answers that hand-written pages draw. */
export const Unit = Type.Union([Type.Literal('trips'), Type.Literal('pieces'), Type.Literal('tonnes')], {
  description: 'of the quantity'
})
export type Unit = Static<typeof Unit>
export const unitOf = (orderType: number): Unit => units[orderType] ?? 'pieces'

/** Of a price or value, by the field that has the type: for an order by the tonne it is the price of one tonne, which its text says. */
export const perTonneBy = (type: string) => ({
  rulesBy: { by: type, of: { [OrderType.tonnage]: { unit: 'perTonne' } } }
})

/** The unit of a field, by the field that has the type (`type`); `more` are further rules by it. */
export const unitBy = (type: string, more: Readonly<Record<string, object>> = {}) => ({
  rulesBy: {
    by: type,
    of: Object.fromEntries(Object.entries(units).map(([code, unit]) => [code, { ...more[code], unit }]))
  }
})

/** Why an order could not be handed over. `off`: the connector was turned off meanwhile; the others are outcomes of `connector.ts`. */
export const failureCauses = ['off', 'refused', 'silent', 'unclear'] as const
export type FailureCause = (typeof failureCauses)[number]
