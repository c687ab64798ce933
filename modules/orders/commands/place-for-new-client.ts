import { Type } from '@sinclair/typebox'
import type { Derivation, FieldHint } from '../../../src/contract/form.ts'
import { codesOf } from '../../../src/contract/vocabulary.ts'
import { type CommandContext, defineCreation } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { itemsOf } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import {
  addClientForOrder,
  labelledClientHints,
  locateNewClient,
  NewClientFields,
  newClientDerivations,
  newClientInitial
} from '../../companies/public.ts'
import { PaymentType } from '../../companies/schema.ts'
import { usualVatRate } from '../../pricing/public.ts'
import { throwOrderError } from '../errors.ts'
import { amount, amountOf, chain, howMany, perTonneLabel, priceTrace, StaffOrder } from '../forms.ts'
import { orders } from '../resource.ts'
import { place } from './place.ts'

const { receptionPlace: _, ...OrderFields } = StaffOrder.properties

const group = 'orders.placeForNewClient.order'
const inGroup = (hint: FieldHint = {}): FieldHint => ({ ...hint, group })

const priced = (pick: string, to: string): Derivation => ({
  kind: 'fetched',
  call: '/api/Admin/OrderTypeItems/{orderTypeItemId}/price-at?country={country}&postalCode={postalCode}&elsewhere={elsewhere?}&placePostalCode={placePostalCode?}',
  pick,
  to
})

const orderHints: Readonly<Record<string, FieldHint>> = {
  orderTypeItemId: inGroup({
    options: { ...chain.orderTypeItemId.options, call: '/api/Admin/OrderTypeItems' },
    remember: 'orderTypeItemId',
    firstChoice: 1
  }),
  quantity: inGroup(howMany),
  netPrice: inGroup(perTonneLabel('orders.order.netPrice.perTonne')),
  amount: inGroup(amount),
  priceTrace: inGroup({ ...priceTrace, reads: { typed: 'netPrice' } }),
  additionalInfo: inGroup(),
  paymentType: inGroup({ help: 'orders.place.paymentType.help' }),
  vatRate: { control: 'hidden' }
}
/** Further fields of staff's orders stand below these. */
const otherHints = Object.fromEntries(
  Object.keys(OrderFields)
    .filter(name => !(name in orderHints))
    .map(name => [name, inGroup()])
)

const NewClientOrderForm = defineForm({
  schema: Type.Object({ ...NewClientFields, ...OrderFields }),
  context: ['orderTypeId'],
  derive: [
    ...newClientDerivations,
    priced('data.netPrice', 'netPrice'),
    priced('data.trace', 'priceTrace'),
    amountOf('netPrice')
  ],
  initial: { ...newClientInitial, quantity: 1, vatRate: usualVatRate, paymentType: PaymentType.transfer },
  fields: { ...labelledClientHints, ...orderHints, ...otherHints }
})

/**
 * Takes the order of a caller who is no client yet: adds the client with its place, ready to order the type of the item, and places the
 * order there, in one transaction, each by its own command.
 */
export const placeForNewClient = defineCreation(orders, {
  name: 'orders.placeForNewClient',
  call: 'POST /api/Admin/Orders/new-client',
  wire: { scope: 'orders:write' },
  access: { ADMIN: { form: NewClientOrderForm } },
  ui: { icon: 'user-plus', key: 'k', always: true, leadsTo: ['/orders/new'] },
  beforeTransaction: (context, input) => locateNewClient(context, input),
  async run(context, input, located) {
    const { order, client } = parted(input)
    const orderTypeId = await typeOf(context, input.orderTypeItemId)
    const receptionPlace = await addClientForOrder(context, { ...client, orderTypeId }, located)
    return place.run(context, { ...order, receptionPlace }, undefined)
  }
})

/** The fields of the order, and those of the client. */
function parted<I extends object>(input: I) {
  const isOrders = ([name]: [string, unknown]): boolean => name in OrderFields
  const entries = Object.entries(input)
  return {
    order: Object.fromEntries(entries.filter(isOrders)),
    client: Object.fromEntries(entries.filter(entry => !isOrders(entry))) as Omit<I, keyof typeof OrderFields>
  }
}

async function typeOf({ trx, reader }: CommandContext, itemId: number): Promise<number> {
  const items = await itemsOf(trx, reader.language, codesOf(OrderType))
  return items.find(({ id }) => id === itemId)?.orderTypeId ?? throwOrderError('itemNotAllowed')
}
