import { type Static, Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Money, Nullable, StoredPhone, Tonnes, Version } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { PaymentType } from '../companies/schema.ts'

/** An order that is “new” to staff is “placed” to the client who ordered it. */
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
  { roles: ['CLIENT_ADMIN', 'CLIENT'], words: { new: 'placed' } }
)

/** The state of an order's transfer to the accounting system. */
export const OptimaStatus = vocabulary('orders.optimaStatus', {
  notSent: { code: 0 },
  queued: { code: 1, tone: 'info' },
  synchronised: { code: 2, tone: 'success' },
  failed: { code: 3, tone: 'danger' }
})

/** The reason of a client's cancel, as the specification sends it. */
export const canceledByUser = 'canceled by user'

/** The unit of an order's quantities by its type: tonnes, or pieces for vehicles and containers. */
const units: Readonly<Record<string, Unit>> = {
  [OrderType.vehicle]: 'pieces',
  [OrderType.tonnage]: 'tonnes',
  [OrderType.container]: 'pieces'
}
/** The unit in answers that hand-written pages draw. */
export const Unit = Type.Union([Type.Literal('pieces'), Type.Literal('tonnes')], { description: 'of the quantity' })
export type Unit = Static<typeof Unit>
export const unitOf = (orderType: number): Unit => units[orderType] ?? 'pieces'

/** The unit of a field, by the field that has the type (`type`); `more` are further rules by it. */
export const unitBy = (type: string, more: Readonly<Record<string, object>> = {}) => ({
  rulesBy: {
    by: type,
    of: Object.fromEntries(Object.entries(units).map(([code, unit]) => [code, { ...more[code], unit }]))
  }
})

/**
 * All fields of an order. The views (`views.ts`) select those of the list, the details, history, the report and the print. Some fields
 * exist under two names, because the specification has different names in the list and in the details.
 */
export const OrderSchema = Type.Object({
  id: Id,
  version: Version,
  number: Type.String(),
  currentStatus: EnumOf(OrderStatus),
  currentStatusId: EnumOf(OrderStatus),
  createdAt: Day,
  manually: Type.Boolean(),

  companyId: Id,
  company: Type.String(),
  departmentId: Id,
  receptionPlaceId: Id,
  receptionPlace: Type.String(),
  receptionPlacePhone: Nullable(StoredPhone),
  contactPhone: Nullable(StoredPhone),

  type: EnumOf(OrderType),
  orderTypeId: EnumOf(OrderType),
  orderTypeItemId: Id,
  orderTypeItemName: Type.String(),
  quantity: Type.Integer({ minimum: 1, ...unitBy('type') }),
  /** For orders by the tonne the quantity, else the quantity times the weight of the item. */
  load: Type.Number({ ...Tonnes, description: 'tonnes that are to be collected' }),
  additionalInfo: Nullable(Type.String()),
  hasAdditionalInfo: Type.Boolean(),

  paymentType: EnumOf(PaymentType),
  netPrice: Money,
  grossPrice: Money,
  netValue: Money,
  grossValue: Money,
  vatValue: Money,
  vatRate: Type.Number({ format: 'percent', minimum: 0 }),
  vatSymbol: Nullable(Type.String()),

  acceptedDate: Nullable(Day),
  realizationDate: Nullable(Day),
  vehicleId: Nullable(Id),
  vehicle: Nullable(Type.String()),
  driverId: Type.Optional(Nullable(Id)),
  driver: Type.Optional(Nullable(Type.String())),
  route: Type.Optional(Nullable(Type.Integer({ description: 'from 1 within each day' }))),
  routeId: Type.Optional(Nullable(Id)),
  sequenceInRoute: Type.Optional(Nullable(Type.Integer())),
  notificationSent: Type.Optional(Type.Boolean({ description: 'staff only' })),
  notified: Type.Optional(
    Type.Boolean({ description: 'who will drive there was notified, and the route has not changed since; staff only' })
  ),
  /** In progress, and the realization day is before today. */
  overdue: Type.Boolean(),

  finishedAt: Nullable(Day),
  receivingDate: Nullable(Day),
  quantityTaken: Nullable(Type.Integer({ minimum: 0, ...unitBy('type') })),
  receptionCount: Type.String({ format: 'ratio', description: 'received/quantity', ...unitBy('type') }),
  tonnage: Nullable(Tonnes),
  kpo: Nullable(Type.String()),
  recycleOperatorId: Nullable(Id),
  recycleOperatorName: Nullable(Type.String()),
  operator: Nullable(Type.String()),
  internalStoreId: Nullable(Id),
  internalStoreName: Nullable(Type.String()),

  optimaStatus: EnumOf(OptimaStatus),
  optimaStatusName: Type.String({ description: 'the label of `optimaStatus` in the language of the caller' }),
  optimaNumber: Nullable(Type.String()),
  invoiceNumber: Nullable(Type.String()),
  handedOver: Type.Boolean({ description: 'completed, and sent to the accounting system; staff only' }),
  booked: Type.Boolean({ description: 'completed, and has an accounting number; staff only' }),
  invoiceFinal: Type.Boolean({ description: 'invoiced, and no person typed the invoice number today; staff only' }),

  /** The number of comments that the reader may read. */
  commentsCount: Type.Integer({ minimum: 0 }),
  hasComments: Type.Boolean(),
  unansweredComment: Type.Boolean({ description: 'the client had the last word; staff only' }),

  canceledAt: Nullable(Day),
  /** The fixed reason of clients is shown as a translated text. */
  reasonForCancellation: Nullable(Type.String({ words: { [canceledByUser]: 'orders.order.canceledByClient' } })),
  cancellationComment: Nullable(Type.String())
})
