/** Schemas and hints that the forms of placing, editing and finishing an order share. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { FieldHint } from '../../src/contract/form.ts'
import type { Schema } from '../../src/contract/schema.ts'
import { Day, EnumOf, Id, Money, Nullable, Tonnes } from '../../src/kernel/schema.ts'
import { OrderType } from '../catalogue/schema.ts'
import { PlaceStatus } from '../companies/public.ts'
import { PaymentType } from '../companies/schema.ts'
import type { OrderPatch } from './models.ts'
import { quantityBounds } from './rules.ts'
import { DayPart, unitBy } from './schema.ts'

const Note = Nullable(Type.String({ maxLength: 2000 }))
const Price = Nullable(Type.Number({ ...Money, maximum: 9_999_999.99 }))
const VatRate = Type.Number({ minimum: 0, maximum: 100, decimals: 2 })
export const Tonnage = Type.Number({ ...Tonnes, maximum: 999_999.99 })
export const Kpo = { minLength: 1, maxLength: 100 }
export const Taken = Type.Integer({ minimum: 0, maximum: 1000, ...unitBy('orderTypeId') })

/** The fields that every order names. */
const Ordered = {
  receptionPlace: Type.Integer({ ...Id, messages: { otherwise: 'orders.order.receptionPlace.missing' } }),
  orderTypeItemId: Type.Integer({ ...Id, messages: { otherwise: 'orders.order.orderTypeItemId.missing' } })
}
/** In a form the order type is known, and limits the quantity. On the server the command looks it up and checks the quantity again. */
export const Quantity = Type.Integer({ minimum: 1, maximum: 50, ...unitBy('orderTypeId', quantityBounds) })

/** A field that may be left out, which changes nothing, or be null, which clears it. */
export const Clearable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))
/** The specification's client sends it; it is not used, because the server computes all amounts. */
const Unused = Clearable(Type.Number())

/**
 * The fields that are written as they are sent. Which commands and forms have a field, and that it is written, follows from the group that
 * it stands in; another field of that kind is a line here.
 */
const noted = {
  wishedDate: Clearable(Day),
  wishedPart: Clearable(EnumOf(DayPart)),
  urgent: Type.Optional(Type.Boolean()),
  additionalInfo: Type.Optional(Note)
}
const notedByStaff = { paymentType: Type.Optional(EnumOf(PaymentType)) }
const collected = {
  tonnage: Clearable(Tonnage),
  kpo: Clearable(Type.String(Kpo)),
  recycleOperatorId: Clearable(Id),
  quantityTaken: Clearable(Taken),
  internalStoreId: Clearable(Id),
  receivingDate: Clearable(Day)
}

/** What a client sends to place an order. */
export const ClientOrder = Type.Object({
  ...Ordered,
  quantity: Quantity,
  ...noted,
  /** The specification's client sends it; it is not used, because a client's rate is fixed. */
  vatRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100 }))
})

/** What staff send to place an order. */
export const StaffOrder = Type.Object({
  ...Ordered,
  quantity: Quantity,
  ...noted,
  ...notedByStaff,
  netPrice: Type.Optional(Price),
  vatRate: Type.Optional(VatRate)
})

/** What a client may change of an order. */
export const ClientEdit = Type.Object({
  ...Ordered,
  quantity: Type.Optional(Quantity),
  ...noted,
  vatRate: Unused
})

/** All fields of an order that staff may change. */
export const StaffEdit = Type.Object({
  ...Ordered,
  quantity: Type.Optional(Quantity),
  ...noted,
  ...notedByStaff,
  netPrice: Type.Optional(Price),
  grossPrice: Unused,
  netValue: Unused,
  grossValue: Unused,
  vatValue: Unused,
  vatRate: Clearable(VatRate),
  vatSymbol: Clearable(Type.String({ maxLength: 10 })),
  vehicleId: Clearable(Id),
  ...collected
})

/** The input of an edit or a finish. Fields that are left out stay; null clears a field that may be empty. */
export type Edit = Partial<Static<typeof StaffEdit>>

type Written = keyof typeof noted | keyof typeof notedByStaff | keyof typeof collected | 'vatSymbol'
const written = ['vatSymbol', ...[noted, notedByStaff, collected].flatMap(Object.keys)] as readonly (Written &
  keyof OrderPatch)[]

/** The fields of an input that are written as they were sent; those that it leaves out stay as they are. */
export const writtenFields = (input: Pick<Edit, Written>): Pick<Edit, Written> =>
  Object.fromEntries(written.flatMap(field => (input[field] === undefined ? [] : [[field, input[field]]])))

/** When the client wishes the order to be collected. */
export const wishes = {
  wishedDate: { days: { from: 'today' }, half: true },
  wishedPart: { blank: 'orders.order.wishedPart.any', half: true }
} satisfies Readonly<Record<string, FieldHint>>

const money = { anyOf: [{ type: 'number', format: 'money' }, { type: 'null' }] } as const

/** Company → department → place → item → quantity: each choice limits the options of the next. */
export const chain = {
  departmentId: {
    transient: { type: 'integer', messages: { otherwise: 'orders.order.departmentId.missing' } },
    options: {
      call: '/api/Admin/Companies/{companyId}/departments',
      value: 'id',
      label: ['city', 'street'],
      onlyIfAny: true,
      autoSelectSingle: true
    }
  },
  receptionPlace: {
    options: {
      call: '/api/Admin/Companies/{companyId}/reception-places?departmentId={departmentId}',
      value: 'id',
      label: ['city', 'street', 'postalCode'],
      search: { key: 'allFields', one: 'placeId', from: 0 },
      enabledWhen: {
        when: { isActive: [true] },
        mark: 'orders.order.receptionPlace.inactive',
        why: [{ when: { status: [PlaceStatus.waiting] }, mark: 'orders.order.receptionPlace.waiting' }]
      },
      autoSelectSingle: 'shown'
    }
  },
  orderTypeItemId: {
    options: {
      call: '/api/Admin/OrderTypeItems?receptionPlaceId={receptionPlace}',
      value: 'id',
      label: ['name'],
      copyFields: { orderTypeId: 'orderTypeId' }
    }
  }
} satisfies Readonly<Record<string, FieldHint>>

/** Clients choose first what kind of thing is collected, by cards, and then the item. */
export const clientItem = {
  label: 'orders.order.orderTypeItemId.client',
  options: {
    ...chain.orderTypeItemId.options,
    group: { by: 'orderTypeId', vocabulary: 'catalogue.orderType', absent: 'orders.order.orderTypeItemId.absent' }
  }
} satisfies FieldHint

/** How an order is collected and what was taken, in the forms of edit and finish. */
export const collection = {
  vehicleId: {
    label: 'orders.order.vehicleAndDriver',
    control: 'part:orders.driver',
    reads: { day: 'realizationDate' }
  },
  recycleOperatorId: {
    options: {
      call: '/api/Admin/RecycleOperators?page=1&limit=1000',
      value: 'id',
      label: ['name'],
      enabledWhen: { when: { isActive: [true] }, mark: 'orders.order.recycleOperatorId.inactive' }
    }
  },
  internalStoreId: {
    options: { call: '/api/Admin/Orders/{id}/internal-stores', value: 'id', label: ['label'] }
  }
} satisfies Readonly<Record<string, FieldHint>>

/** Fetches the vehicle's capacity in tonnes, with which the form compares the tonnage. */
export const capacity = {
  kind: 'fetched',
  call: '/api/Admin/Vehicles/matched-vehicles?VehicleId={vehicleId}',
  pick: 'data.0.capacity',
  to: 'capacity'
} as const
export const capacityField: FieldHint = {
  control: 'hidden',
  readOnly: true,
  transient: { anyOf: [{ type: 'number' }, { type: 'null' }] }
}

export const isPerTonne = { orderTypeId: [OrderType.tonnage] }
const isByPiece = { orderTypeId: [OrderType.vehicle, OrderType.container] }

/**
 * Another number taken than ordered. What is invoiced follows from the ordered quantity, which the sentence for fewer pieces says; tonnes
 * are invoiced by their weight.
 */
export const takenWarnings = (fewer: string): FieldHint => ({
  warn: [
    { over: { field: 'quantity' }, message: 'orders.unlikely.taken', tick: true },
    { under: { field: 'quantity' }, when: isByPiece, message: fewer, tick: true },
    { under: 1, when: isPerTonne, message: 'orders.unlikely.nothingTaken', tick: true }
  ]
})

/** Warnings about unlikely values of what was collected. A person must tick them in the form; the server refuses none. */
export const unlikely = {
  tonnage: {
    warn: [
      { over: { field: 'capacity' }, message: 'orders.unlikely.tonnage', tick: true },
      { under: 0.01, message: 'orders.unlikely.noTonnage', tick: true }
    ]
  },
  quantityTaken: takenWarnings('orders.unlikely.fewerTaken'),
  receivingDate: {
    warn: [
      { under: { field: 'createdAt' }, message: 'orders.unlikely.beforePlaced', tick: true },
      { under: { daysAgo: 30 }, message: 'orders.unlikely.receivingDate', tick: true }
    ]
  }
} satisfies Readonly<Record<string, FieldHint>>

/** A price that the form fetches and calculates with, but neither shows nor sends. */
export const fetchedPrice: FieldHint = { control: 'hidden', readOnly: true, transient: money }
/** Another label for prices of order types that are priced by the tonne. */
export const perTonneLabel = (label: string): FieldHint => ({ labelWhen: { when: isPerTonne, label } })
/** The amount to pay as a text: quantity × price, net and gross. */
export const amount: FieldHint = {
  control: 'part:pricing.amount',
  readOnly: true,
  transient: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
  ...perTonneLabel('orders.order.amount.perTonne')
}
/** The same in a form of an order that has an amount: if it changes, the text says what it was. */
export const changingAmount: FieldHint = { ...amount, reads: { netBefore: 'netValue', grossBefore: 'grossValue' } }
/** The fields of the order's details that it reads. */
export const amountBefore = ['netValue', 'grossValue'] as const
/** The explanation below a price, from an answer with this schema; it also says if staff have typed another price. */
const explained = (schema: Schema): FieldHint => ({
  control: 'part:pricing.trace',
  label: 'pricing.trace',
  readOnly: true,
  transient: { anyOf: [schema, { type: 'null' }] }
})
export const priceTrace = explained({ type: 'array' })
export const priceReasons = explained({ type: 'object', additionalProperties: true })
/** The quantity, labelled by its unit; the help says the range. The field is not shown if only one value is allowed. */
export const howMany: FieldHint = {
  control: 'stepper',
  help: 'orders.order.quantity.help',
  labelWhen: [
    { when: isPerTonne, label: 'orders.order.quantity.tonnes' },
    { when: { orderTypeId: [OrderType.container] }, label: 'orders.order.quantity.containers' }
  ]
}

/** Derives the amount from the first of these fields that has a price. */
export const amountOf = (...net: readonly string[]) =>
  ({ kind: 'amount', net, quantity: 'quantity', rate: 'vatRate', flat: isPerTonne, to: 'amount' }) as const
