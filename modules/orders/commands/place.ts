import { yearOf } from '../../../src/contract/days.ts'
import type { FieldHint } from '../../../src/contract/form.ts'
import { valuesOf } from '../../../src/contract/money.ts'
import { isStaff } from '../../../src/kernel/access/caller.ts'
import { defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { PaymentType } from '../../companies/schema.ts'
import { usualVatRate, usualVatSymbol } from '../../pricing/public.ts'
import {
  amount,
  amountOf,
  ClientOrder,
  chain,
  clientItem,
  fetchedPrice,
  howMany,
  perTonneLabel,
  priceTrace,
  StaffOrder,
  wishes,
  writtenFields
} from '../forms.ts'
import { nextNumber, Order } from '../models.ts'
import { keepReasons } from '../price-reasons.ts'
import { checkQuantity, checkWish, itemAt, pricedBy, requireActivePlace } from '../pricing-terms.ts'
import { orders } from '../resource.ts'
import { after, pricedQuantity } from '../rules.ts'

const fields: Readonly<Record<string, FieldHint>> = {
  ...chain,
  receptionPlace: { ...chain.receptionPlace, remember: 'receptionPlaceId', firstChoice: 1 },
  orderTypeItemId: { ...chain.orderTypeItemId, remember: 'orderTypeItemId', firstChoice: 1 },
  quantity: howMany,
  netPrice: perTonneLabel('orders.order.netPrice.perTonne'),
  amount,
  priceTrace: { ...priceTrace, reads: { typed: 'netPrice' } },
  ...wishes
}

const priced = {
  kind: 'fetched',
  call: '/api/Admin/OrderTypeItems/{orderTypeItemId}?receptionPlaceId={receptionPlace}',
  pick: 'data.netPrice',
  to: 'netPrice'
} as const
/** The explanation of the price: shown below it, not sent. */
const traced = { ...priced, pick: 'data.trace', to: 'priceTrace' } as const

/** A client orders from its own places; the price is shown and not sent. */
export const ClientForm = defineForm({
  schema: ClientOrder,
  initial: ({ companyId }) => ({ companyId, quantity: 1, vatRate: usualVatRate }),
  context: ['companyId', 'orderTypeId'],
  missingData: 'orders.missingData',
  derive: [priced, traced, amountOf('netPrice')],
  fields: {
    ...fields,
    receptionPlace: {
      ...fields.receptionPlace,
      options: { ...chain.receptionPlace.options, firstBy: 'isDefault' }
    },
    orderTypeItemId: { ...fields.orderTypeItemId, ...clientItem },
    netPrice: fetchedPrice,
    vatRate: { control: 'hidden' }
  }
})

/** Where staff find no client, or no place of the client that they have chosen. */
const newClient = { command: 'orders.placeForNewClient' } as const
const newPlace = {
  command: 'companies.addPlace',
  at: '/clients/active?row={companyId}&panel={companyId}&tab=places&tab.do=companies.addPlace'
} as const

/** Staff choose the company first, and may set another price. */
export const StaffForm = defineForm({
  schema: StaffOrder,
  initial: { quantity: 1, vatRate: usualVatRate, paymentType: PaymentType.transfer },
  context: ['orderTypeId'],
  missingData: 'orders.missingData',
  derive: [priced, traced, amountOf('netPrice')],
  fields: {
    companyId: {
      transient: { type: 'integer', messages: { otherwise: 'orders.order.companyId.missing' } },
      options: {
        call: '/api/Admin/Companies?page=1&limit=20&Verified=true&IsActive=true',
        value: 'id',
        label: ['name', 'fullAddress'],
        search: { key: 'allFields', one: 'CompanyId', adds: [newClient] }
      }
    },
    ...fields,
    receptionPlace: {
      ...fields.receptionPlace,
      options: {
        ...chain.receptionPlace.options,
        search: { ...chain.receptionPlace.options.search, adds: [newPlace, newClient] }
      }
    },
    paymentType: { help: 'orders.place.paymentType.help' },
    vatRate: { control: 'hidden' }
  }
})

/** Places an order. Its price is fixed at this moment, by the price rules or by staff. */
export const place = defineCreation(orders, {
  name: 'orders.place',
  call: 'POST /api/Admin/Orders',
  wire: { scope: 'orders:write' },
  access: { ADMIN: { form: StaffForm }, CLIENT_ADMIN: { form: ClientForm }, CLIENT: { form: ClientForm } },
  ui: { key: 'n', always: true, leadsTo: ['/orders/new', '/client/orders'] },
  async run(context, { quantity, ...input }) {
    const { trx, reader, accountId, now } = context
    const place = await requireActivePlace(trx, reader, input.receptionPlace)
    const item = await itemAt(trx, reader, place, input.orderTypeItemId)
    checkQuantity(item.orderTypeId, quantity)
    checkWish(input.wishedDate, now)

    const isByStaff = isStaff(reader)
    const overridePrice = isByStaff ? input.netPrice : undefined
    const priced = await pricedBy(trx, { itemId: item.id, place, at: now }, overridePrice)
    const vatRate = isByStaff ? (input.vatRate ?? usualVatRate) : usualVatRate
    const { netPrice, priceOverridden } = priced
    const order = await Order.query(trx).insert({
      number: nextNumber(yearOf(now)),
      status: after('place'),
      companyId: place.companyId,
      departmentId: place.departmentId,
      receptionPlaceId: place.id,
      orderTypeId: item.orderTypeId,
      orderTypeItemId: item.id,
      quantity,
      paymentType: PaymentType.transfer,
      ...writtenFields(input),
      netPrice,
      priceOverridden,
      ...valuesOf(netPrice, pricedQuantity(item.orderTypeId, quantity), vatRate),
      vatRate,
      vatSymbol: usualVatSymbol,
      manually: isByStaff,
      createdBy: accountId,
      createdAt: now
    })
    await keepReasons(context, order.id, priced)
    return order
  }
})
