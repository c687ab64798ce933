import { type Static, Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Money, Nullable, Phone, Tonnes, Version } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { PaymentType } from '../companies/schema.ts'

/** What is new to staff is, to the client who ordered it, placed. */
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

/** What the accounting system knows of an order. */
export const OptimaStatus = vocabulary('orders.optimaStatus', {
  notSent: { code: 0 },
  queued: { code: 1, tone: 'info' },
  synchronised: { code: 2, tone: 'success' },
  failed: { code: 3, tone: 'danger' }
})

/** The reason of a client's cancel, as the specification sends it. */
export const canceledByUser = 'canceled by user'

/** What an order's quantities count, by its type: tonnes where it is by the tonne, else vehicles or containers. */
const units: Readonly<Record<string, Unit>> = {
  [OrderType.vehicle]: 'pieces',
  [OrderType.tonnage]: 'tonnes',
  [OrderType.container]: 'pieces'
}
/** The same for answers that hand-written pages draw. */
export const Unit = Type.Union([Type.Literal('pieces'), Type.Literal('tonnes')], { description: 'of the quantity' })
export type Unit = Static<typeof Unit>
export const unitOf = (orderType: number): Unit => units[orderType] ?? 'pieces'

/** The same for fields, by the field that has the type; with what else they have by it. */
export const unitBy = (type: string, more: Readonly<Record<string, object>> = {}) => ({
  rulesBy: {
    by: type,
    of: Object.fromEntries(Object.entries(units).map(([code, unit]) => [code, { ...more[code], unit }]))
  }
})

/**
 * All fields of an order. Which of them the list, the details, history, the report and the print have is said by the views
 * (`views.ts`). Some have two names because the specification's list and details call them differently.
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
  receptionPlacePhone: Nullable(Phone),
  contactPhone: Nullable(Phone),

  type: EnumOf(OrderType),
  orderTypeId: EnumOf(OrderType),
  orderTypeItemId: Id,
  orderTypeItemName: Type.String(),
  quantity: Type.Integer({ minimum: 1, ...unitBy('type') }),
  /** By the tonne the quantity, else as many as the item carries. */
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
  /** In progress, and its realization day lies before today. */
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

  /** Those that the reader may read. */
  commentsCount: Type.Integer({ minimum: 0 }),
  hasComments: Type.Boolean(),
  unansweredComment: Type.Boolean({ description: 'the client had the last word; staff only' }),

  canceledAt: Nullable(Day),
  /** People read the fixed one in their language. */
  reasonForCancellation: Nullable(Type.String({ words: { [canceledByUser]: 'orders.order.canceledByClient' } })),
  cancellationComment: Nullable(Type.String())
})
