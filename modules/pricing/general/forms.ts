/** The forms of general prices. A price begins at once, or with a later day. */
import { type Static, Type } from '@sinclair/typebox'
import type { FieldHint } from '../../../src/contract/form.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Day, Nullable } from '../../../src/kernel/schema.ts'
import { DigitPrice, digits } from '../schema.ts'

/** These inputs accept only digits, by the specification, so a general price is in whole złoty. */
const WholePrice = Type.Integer({
  minimum: 0,
  maximum: 9_999_999,
  messages: { integer: 'check.digits', minimum: 'check.digits' }
})

export const ValidFrom = Type.Optional(
  Nullable(
    Type.String({ ...Day, description: 'the day from which on the prices are valid; without it, or today: at once' })
  )
)

const PriceSchema = Type.Object({
  price: WholePrice,
  validFrom: ValidFrom,
  postalCodePrices: Type.Optional(Type.Boolean()),
  prices: Type.Optional(
    Type.Array(Type.Object({ postalCodePrefix: DigitPrice.properties.postalCodePrefix, value: WholePrice }), {
      maxItems: digits.length
    })
  )
})
export type PriceInput = Static<typeof PriceSchema>

const wholePrice = { help: 'pricing.price.price.help', half: true }
export const validFrom: FieldHint = { help: 'pricing.price.validFrom.help', days: { from: 'today' }, half: true }
const byDigit = {
  control: 'part:pricing.digits',
  when: { postalCodePrices: [true] },
  help: 'pricing.price.prices.help'
} as const

export const unpricedItems = '/api/Admin/Prices/unpriced-items'

/** The form offers items without a price, because an item has only one general price. */
export const AddForm = defineForm({
  schema: PriceSchema,
  initial: { postalCodePrices: false },
  fields: {
    orderTypeItemId: {
      transient: { type: 'integer', messages: { otherwise: 'pricing.price.orderTypeItemId.missing' } },
      options: { call: unpricedItems, value: 'id', label: ['name', 'orderTypeName'] }
    },
    price: wholePrice,
    validFrom,
    prices: byDigit
  }
})

export const EditForm = defineForm({
  schema: PriceSchema,
  fields: { price: { ...wholePrice, from: 'priceValue' }, validFrom, prices: byDigit }
})

/** Which of the planned changes is withdrawn; the form begins with the next one. */
export const WithdrawForm = defineForm({
  schema: Type.Object({
    validFrom: Type.String({ ...Day, messages: { otherwise: 'pricing.withdrawPlanned.validFrom.missing' } })
  }),
  fields: {
    validFrom: {
      from: 'plannedFrom',
      label: 'pricing.withdrawPlanned.validFrom',
      options: { call: '/api/Admin/Prices/{id}/planned', value: 'validFrom', label: ['name'] }
    }
  }
})
