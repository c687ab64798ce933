/** What the forms of placing, editing and finishing an order share. */
import { Type } from '@sinclair/typebox'
import type { FieldHint } from '../../src/contract/form.ts'
import { Day, Id, Money, Tonnes } from '../../src/kernel/schema.ts'
import { quantityBounds } from './rules.ts'

export const Note = Type.Union([Type.String({ maxLength: 2000 }), Type.Null()])
export const Price = Type.Union([Type.Number({ ...Money, maximum: 9_999_999.99 }), Type.Null()])
export const VatRate = Type.Number({ minimum: 0, maximum: 100, decimals: 2 })
export const Tonnage = Type.Number({ ...Tonnes, maximum: 999_999.99 })
export const Kpo = { minLength: 1, maxLength: 100 }
export const Taken = Type.Integer({ minimum: 0, maximum: 1000 })

/** What every order names. */
export const Ordered = {
  receptionPlace: Type.Integer({ ...Id, messages: { otherwise: 'orders.order.receptionPlace.missing' } }),
  orderTypeItemId: Type.Integer({ ...Id, messages: { otherwise: 'orders.order.orderTypeItemId.missing' } })
}
/** In a form the order type is known, and bounds the quantity; on the server the command looks it up and checks again. */
export const Quantity = Type.Integer({ minimum: 1, maximum: 50, rulesBy: { by: 'orderTypeId', of: quantityBounds } })

const money = { anyOf: [{ type: 'number', format: 'money' }, { type: 'null' }] } as const

/** Company → department → place → item → quantity: each choice narrows the next. */
export const chain = {
  departmentId: {
    transient: { type: 'integer', messages: { otherwise: 'orders.order.departmentId.missing' } },
    options: {
      call: '/api/Admin/Companies/{companyId}/departments',
      value: 'id',
      label: ['city', 'street'],
      autoSelectSingle: true
    }
  },
  receptionPlace: {
    options: {
      call: '/api/Admin/Companies/{companyId}/reception-places?departmentId={departmentId}',
      value: 'id',
      label: ['city', 'street', 'postalCode'],
      enabledWhen: { when: { isActive: [true] }, mark: 'orders.order.receptionPlace.inactive' },
      autoSelectSingle: true
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

/** How an order is driven and what was taken: part of edit and finish alike. */
export const collection = {
  vehicleId: {
    label: 'orders.order.driver',
    options: { call: '/api/Admin/Vehicles/listbox', value: 'id', label: ['name'] }
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

/** The gross price is shown beside the net one, and is not sent. */
export const readOnlyMoney: FieldHint = { readOnly: true, transient: money }
export const gross = { kind: 'gross', net: 'netPrice', rate: 'vatRate', to: 'grossPrice' } as const

export const OptionalDay = Type.Optional(Type.Union([Day, Type.Null()]))
