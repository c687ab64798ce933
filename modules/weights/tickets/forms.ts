import { type Static, Type } from '@sinclair/typebox'
import { defineForm, type FormDefinition } from '../../../src/kernel/commands/form.ts'
import { DayOrInstant } from '../../../src/kernel/day-or-instant.ts'
import { Id, Nullable, Text } from '../../../src/kernel/schema.ts'
import { heaviest } from '../scales/report-readings.ts'

const Mass = Type.Integer({ format: 'kilograms', minimum: 0, maximum: heaviest })

const TicketOrder = Type.Object({
  orderId: Id,
  mass: Type.Optional(Nullable(Type.Integer({ format: 'kilograms', minimum: 1, maximum: heaviest })))
})

const TicketData = Type.Object({
  storeId: Type.Integer({ ...Id, messages: { otherwise: 'weights.store.required' } }),
  vehicleId: Type.Integer({ ...Id, messages: { otherwise: 'weights.vehicle.required' } }),
  at: Type.Optional(Nullable(DayOrInstant)),
  grossReadingId: Type.Optional(Nullable(Id)),
  gross: Mass,
  tareReadingId: Type.Optional(Nullable(Id)),
  tare: Mass,
  orders: Type.Optional(Type.Array(TicketOrder, { maxItems: 50 })),
  restReason: Type.Optional(Nullable(Text(200))),
  note: Type.Optional(Nullable(Text(300)))
})
export type TicketData = Static<typeof TicketData>

/** A vehicle that was removed and a store that was closed are no choice any more: left blank they stay as they are. */
const Correction = Type.Object({
  ...TicketData.properties,
  storeId: Type.Optional(Nullable(Id)),
  vehicleId: Type.Optional(Nullable(Id))
})

const readingOf = {
  half: true,
  options: {
    call: '/api/Admin/ScaleReadings?page=1&limit=20&StoreId={storeId}',
    value: 'id',
    label: ['label'],
    onlyIfAny: true
  }
} as const

/** The orders that the vehicle may have brought: those that are or were driven. */
const ordersOfVehicle = {
  call: '/api/Admin/Orders?page=1&limit=20&OrderStatus=2&OrderStatus=3&OrderStatus=5&VehicleId={vehicleId?}',
  value: 'id',
  label: ['number', 'company', 'realizationDate'],
  search: { key: 'allFields', one: 'OrderId', from: 0 }
}

const storeOptions = { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'] }
const vehicleOptions = { call: '/api/Admin/Vehicles/listbox', value: 'id', label: ['name'] }
const [storeLabel, vehicleLabel] = ['weights.ticket.storeName', 'weights.ticket.registerNumber']

/** A chosen reading gives its mass, and the vehicle its tare while that counts; what a person types stays. */
const shared = {
  fields: {
    at: { control: 'day', days: { to: 'today' }, initial: 'today', help: 'weights.ticket.at.help' },
    grossReadingId: readingOf,
    gross: { half: true },
    tareReadingId: readingOf,
    tare: { half: true, help: 'weights.ticket.tare.help' },
    orders: {
      help: 'weights.ticket.orders.help',
      rows: {
        fields: {
          orderId: { options: ordersOfVehicle },
          mass: { half: true }
        },
        add: 'weights.ticket.orders.add'
      }
    },
    restReason: { help: 'weights.ticket.restReason.help' },
    note: { help: 'weights.ticket.note.help' }
  },
  derive: [
    { kind: 'fetched', call: '/api/Admin/ScaleReadings/{grossReadingId}', pick: 'data.weight', to: 'gross' },
    { kind: 'fetched', call: '/api/Admin/Vehicles/{vehicleId}', pick: 'data.validTare', to: 'tare' },
    { kind: 'fetched', call: '/api/Admin/ScaleReadings/{tareReadingId}', pick: 'data.weight', to: 'tare' }
  ]
} as const

export const TicketForm = defineForm({
  schema: TicketData,
  fields: {
    storeId: {
      label: storeLabel,
      options: { ...storeOptions, autoSelectSingle: 'shown' },
      remember: 'weights.store'
    },
    vehicleId: { label: vehicleLabel, options: vehicleOptions },
    ...shared.fields
  },
  derive: shared.derive
})

/** The same beside an order: it begins with the order, the vehicle and the store that this was planned with, and the day of the collection. */
export const TicketOfOrderForm: FormDefinition<typeof TicketData> = {
  ...TicketForm,
  fields: {
    ...TicketForm.fields,
    storeId: { ...TicketForm.fields?.storeId, from: 'internalStoreId' },
    vehicleId: { ...TicketForm.fields?.vehicleId, from: 'vehicleId' },
    at: { ...shared.fields.at, from: 'receivingDate' },
    orders: { ...shared.fields.orders, rows: { ...shared.fields.orders.rows, first: { orderId: 'id' } } }
  }
}

export const CorrectionForm = defineForm({
  schema: Correction,
  fields: {
    storeId: { label: storeLabel, options: storeOptions, help: 'weights.correctTicket.blank' },
    vehicleId: { label: vehicleLabel, options: vehicleOptions, help: 'weights.correctTicket.blank' },
    ...shared.fields
  },
  derive: shared.derive
})

export const WithdrawForm = defineForm({
  schema: Type.Object({
    reason: Type.String({
      minLength: 1,
      maxLength: 300,
      messages: { required: 'weights.withdrawTicket.reason.required' }
    })
  }),
  messagePrefix: 'weights.withdrawTicket'
})
