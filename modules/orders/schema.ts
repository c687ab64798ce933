import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Instant, Money, Nullable, Phone, Tonnes, Version } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { PaymentType } from '../companies/schema.ts'

export const OrderStatus = vocabulary('orders.status', {
  new: { code: 0, tone: 'info' },
  accepted: { code: 1, tone: 'info' },
  inProgress: { code: 2, tone: 'warning' },
  completed: { code: 3, tone: 'success' },
  canceled: { code: 4, tone: 'neutral' },
  invoiced: { code: 5, tone: 'success' }
})

/** What the accounting system knows of an order. */
export const OptimaStatus = vocabulary('orders.optimaStatus', {
  notSent: { code: 0 },
  queued: { code: 1, tone: 'info' },
  synchronised: { code: 2, tone: 'success' },
  failed: { code: 3, tone: 'danger' }
})

/** A row of every order list. */
export const OrderRow = Type.Object({
  id: Id,
  version: Version,
  number: Type.String(),
  optimaNumber: Nullable(Type.String()),
  invoiceNumber: Nullable(Type.String()),
  optimaStatus: EnumOf(OptimaStatus),
  optimaStatusName: Type.String({ description: 'the word of `optimaStatus` in the language of the caller' }),
  createdAt: Day,
  finishedAt: Nullable(Day),
  receivingDate: Nullable(Day),
  acceptedDate: Nullable(Day),
  realizationDate: Nullable(Day),
  canceledAt: Nullable(Day),
  companyId: Id,
  company: Type.String(),
  receptionPlace: Type.String(),
  type: EnumOf(OrderType),
  currentStatus: EnumOf(OrderStatus),
  departmentId: Id,
  orderTypeItemName: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  vehicle: Nullable(Type.String()),
  operator: Nullable(Type.String()),
  contactPhone: Nullable(Phone),
  netValue: Money,
  notificationSent: Type.Optional(Type.Boolean({ description: 'staff only' })),
  route: Type.Optional(Nullable(Type.Integer())),
  sequenceInRoute: Type.Optional(Nullable(Type.Integer())),
  receptionCount: Type.String({ format: 'ratio', description: 'received/quantity' }),
  reasonForCancellation: Nullable(Type.String()),
  manually: Type.Boolean(),
  /** In progress, and its realization day lies before today. */
  overdue: Type.Boolean()
})

/** One order, whole. How it is driven is for staff alone. */
export const OrderDetails = Type.Object({
  id: Id,
  version: Version,
  number: Type.String(),
  companyId: Id,
  company: Type.String(),
  departmentId: Id,
  receptionPlaceId: Id,
  receptionPlace: Type.String(),
  receptionPlacePhone: Nullable(Phone),
  type: EnumOf(OrderType),
  orderTypeId: EnumOf(OrderType),
  orderTypeItemId: Id,
  orderTypeItemName: Type.String(),
  currentStatus: EnumOf(OrderStatus),
  currentStatusId: EnumOf(OrderStatus),
  quantity: Type.Integer({ minimum: 1 }),
  quantityTaken: Nullable(Type.Integer({ minimum: 0 })),
  additionalInfo: Nullable(Type.String()),
  paymentType: EnumOf(PaymentType),
  netPrice: Money,
  grossPrice: Money,
  netValue: Money,
  grossValue: Money,
  vatValue: Money,
  vatRate: Type.Number({ format: 'percent', minimum: 0 }),
  vatSymbol: Nullable(Type.String()),
  kpo: Nullable(Type.String()),
  tonnage: Nullable(Tonnes),
  internalStoreId: Nullable(Id),
  internalStoreName: Nullable(Type.String()),
  recycleOperatorId: Nullable(Id),
  recycleOperatorName: Nullable(Type.String()),
  vehicleId: Nullable(Id),
  vehicle: Nullable(Type.String()),
  driverId: Type.Optional(Nullable(Id)),
  driver: Type.Optional(Nullable(Type.String())),
  route: Type.Optional(Nullable(Type.Integer())),
  sequenceInRoute: Type.Optional(Nullable(Type.Integer())),
  notificationSent: Type.Optional(Type.Boolean()),
  acceptedDate: Nullable(Day),
  realizationDate: Nullable(Day),
  receivingDate: Nullable(Day),
  finishedAt: Nullable(Day),
  createdAt: Day,
  optimaStatus: EnumOf(OptimaStatus),
  optimaStatusName: Type.String(),
  optimaNumber: Nullable(Type.String()),
  invoiceNumber: Nullable(Type.String()),
  canceledAt: Nullable(Day),
  reasonForCancellation: Nullable(Type.String()),
  cancellationComment: Nullable(Type.String()),
  manually: Type.Boolean()
})

/** What somebody said of an order: plain text, whatever it looks like. */
export const OrderComment = Type.Object({
  id: Id,
  content: Type.String(),
  createdAt: Instant,
  user: Nullable(Type.Object({ firstName: Type.String(), lastName: Type.String() }, { description: 'null: unknown' }))
})
