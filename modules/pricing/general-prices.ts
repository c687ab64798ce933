/**
 * General prices: what an item costs for everybody. An item can also have a price for each first digit of the postal code. An item
 * has only one general price, so the id of the price is that of the item: `{id}` and `{orderTypeItemId}` in the calls are the same
 * number.
 */
import { type Static, Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand, defineCreation } from '../../src/kernel/commands/command.ts'
import { defineForm } from '../../src/kernel/commands/form.ts'
import { refuseField } from '../../src/kernel/commands/validation.ts'
import { orNotFound } from '../../src/kernel/http/route.ts'
import { definePage } from '../../src/kernel/metadata/pages.ts'
import { detailsTab, historyTab } from '../../src/kernel/metadata/tabs.ts'
import { joined } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, Id, Money, Nullable, Version } from '../../src/kernel/schema.ts'
import { itemName, joinItems, lockItems } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { throwPricingError } from './errors.ts'
import { GeneralPrice, PostalPrice, touched } from './models.ts'
import { grossSql } from './public.ts'
import { DigitPrice, digits } from './schema.ts'

type DigitField = `digit${(typeof digits)[number]}`
const digitFields = digits.map((digit): DigitField => `digit${digit}`)
const eachDigit = <T>(make: (digit: string) => T) =>
  Object.fromEntries(digits.map(digit => [`digit${digit}`, make(digit)])) as Record<DigitField, T>

const postal = (choose: string): string =>
  `(select ${choose} from pricing.postal_prices postal where postal.order_type_item_id = price.order_type_item_id`
/** The headings of the page are the order types, so every sort begins with the order type. */
const within = (...by: string[]) => ({ sort: ['item.order_type_id', ...by], join: 'item' as const })

export const prices = defineResource({
  type: 'pricing.price',
  title: 'general price',
  path: '/api/Admin/Prices',
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    orderTypeItemId: Id,
    orderTypeId: EnumOf(OrderType),
    name: Type.String(),
    priceValue: Money,
    grossPrice: Money,
    postalCodePrices: Type.Boolean(),
    lowestPrice: Money,
    highestPrice: Money,
    prices: Type.Array(DigitPrice),
    ...eachDigit(() => Nullable(Money))
  }),
  named: { sql: reader => itemName('item', reader.language), join: 'item' },
  views: {
    list: [
      ...(['id', 'version', 'orderTypeItemId', 'orderTypeId', 'name', 'priceValue', 'grossPrice'] as const),
      ...(['postalCodePrices', 'lowestPrice', 'highestPrice', 'prices'] as const)
    ],
    history: ['priceValue', 'postalCodePrices', ...digitFields]
  },
  table: 'pricing.named_prices',
  alias: 'price',
  joins: { item: joinItems('item', 'price.order_type_item_id') },
  fields: {
    orderTypeId: joined('item', 'order_type_id', within('item.value', 'item.name')),
    name: { sql: reader => itemName('item', reader.language), ...within('item.name') },
    priceValue: { sql: 'price.price', ...within('price.price') },
    grossPrice: { sql: grossSql('price.price'), ...within('price.price') },
    postalCodePrices: { sql: 'price.postal_code_prices', ...within('price.postal_code_prices') },
    // The range of what places pay: the price of their digit, or that of the item if the digit has none.
    lowestPrice: { sql: rangeOf('min', 'least'), ...within(rangeOf('min', 'least')) },
    highestPrice: { sql: rangeOf('max', 'greatest'), ...within(rangeOf('max', 'greatest')) },
    prices: {
      sql: `coalesce(${postal(`json_agg(json_build_object('postalCodePrefix', postal.digit::text, 'value', postal.value)
        order by postal.digit)`)}), '[]')`
    },
    ...eachDigit(digit => ({ sql: `${postal('postal.value')} and postal.digit = ${digit})` }))
  },
  sort: 'orderTypeId'
})

/** The lowest or highest of the prices by digit. The price of the item is included unless all ten digits have a price. */
function rangeOf(aggregate: 'min' | 'max', both: 'least' | 'greatest'): string {
  const ofDigits = postal(`${aggregate}(postal.value)`)
  const all = `${postal('count(*)')}) = ${digits.length}`
  return `case when not price.postal_code_prices then price.price
    when ${all} then ${ofDigits}) else ${both}(price.price, ${ofDigits})) end`
}

/** These inputs accept only digits, by the specification, so a general price is in whole złoty. */
const WholePrice = Type.Integer({
  minimum: 0,
  maximum: 9_999_999,
  messages: { integer: 'check.digits', minimum: 'check.digits' }
})

const PriceSchema = Type.Object({
  price: WholePrice,
  postalCodePrices: Type.Optional(Type.Boolean()),
  prices: Type.Optional(
    Type.Array(Type.Object({ postalCodePrefix: DigitPrice.properties.postalCodePrefix, value: WholePrice }), {
      maxItems: digits.length
    })
  )
})
type PriceInput = Static<typeof PriceSchema>

const wholePrice = { help: 'pricing.price.price.help' }
const byDigit = {
  control: 'part:pricing.digits',
  when: { postalCodePrices: [true] },
  help: 'pricing.price.prices.help'
} as const

export const unpricedItems = '/api/Admin/Prices/unpriced-items'

/** The form offers items without a price, because an item has only one general price. */
const AddForm = defineForm({
  schema: PriceSchema,
  initial: { postalCodePrices: false },
  fields: {
    orderTypeItemId: {
      transient: { type: 'integer', messages: { otherwise: 'pricing.price.orderTypeItemId.missing' } },
      options: { call: unpricedItems, value: 'id', label: ['name', 'orderTypeName'] }
    },
    price: wholePrice,
    prices: byDigit
  }
})

const EditForm = defineForm({
  schema: PriceSchema,
  fields: { price: { ...wholePrice, from: 'priceValue' }, prices: byDigit }
})

/** Replaces the prices by digit. A call without them leaves them unchanged. */
async function writeDigits({ trx }: CommandContext, orderTypeItemId: number, given: PriceInput['prices']) {
  if (!given) return
  const prefixes = given.map(({ postalCodePrefix }) => Number(postalCodePrefix))
  const again = prefixes.findIndex((prefix, at) => prefixes.indexOf(prefix) < at)
  if (again >= 0) refuseField(`prices.${again}.postalCodePrefix`, 'check.unique')
  await PostalPrice.query(trx).delete().where({ order_type_item_id: orderTypeItemId })
  if (given.length === 0) return
  await PostalPrice.query(trx).insert(
    given.map(({ value }, at) => ({ orderTypeItemId, digit: prefixes[at] as number, value }))
  )
}

const addPrice = defineCreation(prices, {
  name: 'pricing.addPrice',
  key: 'n',
  call: 'POST /api/Admin/Prices/:orderTypeItemId',
  access: { ADMIN: { form: AddForm } },
  async run(context, { price, postalCodePrices = false, prices: given }) {
    const { trx, param } = context
    const id = param('orderTypeItemId')
    orNotFound((await lockItems(trx, [id]))[0])
    const { version } = await GeneralPrice.query(trx)
      .insert({ orderTypeItemId: id, price, postalCodePrices })
      .onConflict('order_type_item_id')
      .ignore()
      .returning('version')
    if (version === undefined) throwPricingError.at('orderTypeItemId', 'priceExists')
    await writeDigits(context, id, given)
    return { id }
  }
})

/** Whether the given prices by digit differ from the present ones. */
function differs(present: readonly Static<typeof DigitPrice>[], given: NonNullable<PriceInput['prices']>): boolean {
  const textOf = (list: readonly Static<typeof DigitPrice>[]): string =>
    list
      .map(({ postalCodePrefix, value }) => `${postalCodePrefix} ${value}`)
      .sort()
      .join()
  return textOf(present) !== textOf(given)
}

const editPrice = defineCommand(prices, {
  name: 'pricing.editPrice',
  key: 'e',
  call: 'PUT /api/Admin/Prices/:id',
  icon: 'pencil',
  access: { ADMIN: { form: EditForm } },
  async run(context, present, { price, postalCodePrices = present.postalCodePrices, prices: given }) {
    const other = given && differs(present.prices, given)
    if (other) await writeDigits(context, present.id, given)
    await GeneralPrice.query(context.trx)
      .findById(present.id)
      .patch({ price, postalCodePrices, ...(other ? touched : {}) })
  }
})

/** Orders keep their price, so a general price can be removed. New orders of the item then need a special price. */
const removePrice = defineCommand(prices, {
  name: 'pricing.removePrice',
  call: 'DELETE /api/Admin/Prices/:id',
  icon: 'trash',
  tone: 'danger',
  confirm: true,
  access: { ADMIN: {} },
  effects: ['remove'],
  async run({ trx }, { id }) {
    await GeneralPrice.query(trx).deleteById(id)
  }
})

export const priceCommands = [addPrice, editPrice, removePrice]

export const generalPricesPage = definePage(prices, {
  id: 'pricing.general',
  route: '/priceList/generalPriceList',
  group: 'prices',
  place: 1,
  columns: [
    { key: 'name', grow: 2 },
    'priceValue',
    'grossPrice',
    { key: 'postalCodePrices', header: 'pricing.listedPrice.postalCodes' },
    { key: 'lowestPrice', grow: 1.3 },
    { key: 'highestPrice', grow: 1.3 }
  ],
  groupBy: 'orderTypeId',
  commands: priceCommands,
  panel: [
    detailsTab(
      prices,
      [
        ...(['orderTypeId', 'name', 'priceValue', 'grossPrice', 'postalCodePrices'] as const),
        ...digitFields.map(key => ({ key, group: 'pricing.price.byDigit', blank: 'pricing.price.digit.blank' }))
      ],
      { commands: [editPrice, removePrice] }
    ),
    historyTab(prices)
  ]
})
