import type { FieldHint } from '../../../src/contract/form.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { changeOf, saveChange } from '../apply-edit.ts'
import {
  amountBefore,
  amountOf,
  ClientEdit,
  capacity,
  capacityField,
  chain,
  changingAmount,
  clientItem,
  collection,
  fetchedPrice,
  howMany,
  perTonneLabel,
  priceReasons,
  StaffEdit,
  takenWarnings,
  unlikely,
  wishes
} from '../forms.ts'
import { findOrder } from '../models.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

const load = '/api/Admin/Orders/:id/details'

const fields: Readonly<Record<string, FieldHint>> = {
  ...chain,
  receptionPlace: { ...chain.receptionPlace, from: 'receptionPlaceId' },
  quantity: howMany,
  ...wishes
}

/** The price after the edit if nobody types one. */
const priced = {
  kind: 'fetched',
  call: '/api/Admin/Orders/{id}/price?receptionPlace={receptionPlace}&orderTypeItemId={orderTypeItemId}',
  pick: 'data.netPrice',
  to: 'followingPrice'
} as const
/** The reasons for that price. */
const explained = { ...priced, pick: 'data.reasons', to: 'priceReasons' } as const

const ClientForm = defineForm({
  schema: ClientEdit,
  load,
  context: ['companyId', 'orderTypeId', ...amountBefore],
  missingData: 'orders.missingData',
  derive: [priced, explained, amountOf('followingPrice')],
  fields: {
    ...fields,
    orderTypeItemId: clientItem,
    followingPrice: fetchedPrice,
    amount: changingAmount,
    priceReasons,
    additionalInfo: {},
    vatRate: { control: 'hidden' }
  }
})

const group = 'orders.panel.price'
const inProgress: FieldHint = { when: { currentStatus: [OrderStatus.inProgress] }, group: 'orders.panel.collection' }
const collectionInProgress: Readonly<Record<string, FieldHint>> = {
  vehicleId: { ...collection.vehicleId, ...inProgress },
  capacity: { ...capacityField, ...inProgress },
  tonnage: { ...unlikely.tonnage, ...inProgress },
  kpo: inProgress,
  recycleOperatorId: { ...collection.recycleOperatorId, ...inProgress },
  quantityTaken: { ...takenWarnings('orders.unlikely.fewerTaken.quantity'), ...inProgress },
  internalStoreId: { ...collection.internalStoreId, ...inProgress },
  receivingDate: { ...unlikely.receivingDate, ...inProgress }
}

/**
 * The price field starts empty, above the amount to pay. A typed price is kept as set by staff; if it is left empty, the price follows
 * the price list as soon as place or item change.
 */
const StaffForm = defineForm({
  schema: StaffEdit,
  load,
  context: ['companyId', 'orderTypeId', 'currentStatus', 'realizationDate', 'createdAt', ...amountBefore],
  omit: ['grossPrice', 'netValue', 'grossValue', 'vatValue'],
  missingData: 'orders.missingData',
  derive: [priced, explained, amountOf('netPrice', 'followingPrice'), capacity],
  fields: {
    ...fields,
    followingPrice: fetchedPrice,
    netPrice: {
      label: 'orders.edit.netPrice',
      ...perTonneLabel('orders.edit.netPrice.perTonne'),
      help: 'orders.edit.netPrice.help',
      initial: 'empty',
      group
    },
    amount: { ...changingAmount, group },
    priceReasons: { ...priceReasons, reads: { typed: 'netPrice' }, group },
    paymentType: { group },
    vatRate: { control: 'hidden' },
    vatSymbol: { control: 'hidden' },
    ...collectionInProgress
  }
})

/** Staff may edit an order until it is finished; a client its own order until it is accepted. */
export const edit = defineCommand(orders, {
  name: 'orders.edit',
  call: 'PUT /api/Admin/Orders/:id',
  wire: { scope: 'orders:write' },
  access: {
    ADMIN: { when: may('edit'), form: StaffForm },
    CLIENT_ADMIN: { when: may('edit', 'client'), form: ClientForm },
    CLIENT: { when: may('edit', 'client'), form: ClientForm }
  },
  ui: { icon: 'pencil', key: 'e' },
  async run(context, { id }, input) {
    const order = await findOrder(context.trx, id)
    await saveChange(context, order, await changeOf(context, order, input))
  }
})
