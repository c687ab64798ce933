import { Type } from '@sinclair/typebox'
import { vocabulary } from '../../../src/contract/vocabulary.ts'
import { Day, EnumOf, Id, Nullable, StoredPhone, Version } from '../../../src/kernel/schema.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { ClientType, Country } from '../schema.ts'

/** The state of a place, as people see it. A waiting place was never verified. An inactive place was verified once. */
export const PlaceStatus = vocabulary('companies.placeStatus', {
  waiting: { code: 0, tone: 'warning' },
  active: { code: 1, tone: 'success' },
  inactive: { code: 2, tone: 'danger' }
})

/** Days of the week, in few letters. */
export const Weekday = vocabulary('companies.weekday', {
  monday: { code: 1 },
  tuesday: { code: 2 },
  wednesday: { code: 3 },
  thursday: { code: 4 },
  friday: { code: 5 },
  saturday: { code: 6 },
  sunday: { code: 7 }
})

/** Degrees of WGS 84. Six decimals are a precision of about 0.1 m. */
export const Position = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90, decimals: 6, format: 'degrees' }),
  longitude: Type.Number({ minimum: -180, maximum: 180, decimals: 6, format: 'degrees' })
})

const Degrees = Nullable(Type.Number({ format: 'degrees' }))

const Time = Type.String({ description: '`HH:MM`' })

/** These three together, as panels show them. */
const Receiving = Type.Object(
  {
    receivingFrom: Nullable(Time),
    receivingTo: Nullable(Time),
    receivingDays: Type.Array(EnumOf(Weekday))
  },
  { description: 'hours and days together; null: nothing is known' }
)

export const Place = Type.Object({
  id: Id,
  version: Version,
  companyId: Id,
  companyName: Type.String(),
  /** Who the company of the place is. */
  clientType: EnumOf(ClientType),
  taxNumber: Nullable(Type.String()),
  country: EnumOf(Country),
  city: Type.String(),
  street: Type.String(),
  postalCode: Type.String(),
  /** City, street, postal code. */
  address: Type.String(),
  phone: Nullable(StoredPhone),
  email: Nullable(Type.String()),
  bdoNumber: Nullable(Type.String()),
  /** Its e-mail address and its phone get messages about the arrival of the driver, if the client gets any. */
  arrivalMessages: Type.Boolean(),
  /** From when until when drivers are let in, `HH:MM`. */
  receivingFrom: Nullable(Type.String()),
  receivingTo: Nullable(Type.String()),
  /** On which days; none: not known. */
  receivingDays: Type.Array(EnumOf(Weekday)),
  receiving: Nullable(Receiving),
  isDefault: Type.Boolean(),
  isActive: Type.Boolean(),
  /** Whether an administrator has verified the place. */
  isApproved: Type.Boolean(),
  status: EnumOf(PlaceStatus),
  /** Why it was deactivated. */
  deactivationReason: Nullable(Type.String()),
  departmentId: Id,
  departmentCity: Type.String(),
  /** The order types of the place; the newest is `orderTypeId`. */
  orderTypes: Type.Array(EnumOf(OrderType)),
  orderTypeId: Nullable(EnumOf(OrderType)),
  /** The newest order type in words. */
  orderType: Nullable(Type.String()),
  latitude: Degrees,
  longitude: Degrees,
  /** Metres above the sea. */
  elevation: Nullable(Type.Integer()),
  isLocated: Type.Boolean(),
  /** Latitude and longitude together, as the forms need them. */
  position: Nullable(Position),
  createdAt: Day
})
