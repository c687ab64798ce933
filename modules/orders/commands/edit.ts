import { Type } from '@sinclair/typebox'
import type { FieldHint } from '../../../src/contract/form.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { throwProblem } from '../../../src/kernel/http/errors.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import { PaymentType } from '../../companies/schema.ts'
import { type Revision, reroute, revised } from '../apply-edit.ts'
import {
  chain,
  collection,
  gross,
  Kpo,
  Note,
  OptionalDay,
  Ordered,
  Price,
  Quantity,
  readOnlyMoney,
  Taken,
  Tonnage,
  VatRate
} from '../forms.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

const load = '/api/Admin/Orders/:id/details'
/** Taken from the documents' client and not used: the values are the house's. */
const Unused = Type.Optional(Nullable(Type.Number()))
const perhaps = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

const ForClient = Type.Object({
  ...Ordered,
  quantity: Type.Optional(Quantity),
  additionalInfo: Type.Optional(Note),
  vatRate: Unused
})

const ForStaff = Type.Object({
  ...Ordered,
  quantity: Type.Optional(Quantity),
  additionalInfo: Type.Optional(Note),
  paymentType: Type.Optional(EnumOf(PaymentType)),
  netPrice: Type.Optional(Price),
  grossPrice: Unused,
  netValue: Unused,
  grossValue: Unused,
  vatValue: Unused,
  vatRate: perhaps(VatRate),
  vatSymbol: perhaps(Type.String({ maxLength: 10 })),
  vehicleId: perhaps(Id),
  tonnage: perhaps(Tonnage),
  kpo: perhaps(Type.String(Kpo)),
  recycleOperatorId: perhaps(Id),
  quantityTaken: perhaps(Taken),
  internalStoreId: perhaps(Id),
  receivingDate: OptionalDay
})

const fields: Readonly<Record<string, FieldHint>> = {
  ...chain,
  receptionPlace: { ...chain.receptionPlace, from: 'receptionPlaceId' }
}

const driven: FieldHint = { when: { currentStatus: [OrderStatus.inProgress] }, group: 'orders.panel.carriage' }
const whileDriven: Readonly<Record<string, FieldHint>> = {
  vehicleId: { ...collection.vehicleId, ...driven },
  tonnage: driven,
  kpo: driven,
  recycleOperatorId: { ...collection.recycleOperatorId, ...driven },
  quantityTaken: driven,
  internalStoreId: { ...collection.internalStoreId, ...driven },
  receivingDate: driven
}

const ClientForm = defineForm({
  schema: ForClient,
  load,
  context: ['companyId', 'orderTypeId'],
  missingData: 'orders.missingData',
  fields: { ...fields, vatRate: { control: 'hidden' } }
})

const group = 'orders.panel.price'

/**
 * The price begins empty, beside the present one: what is typed is said by staff and stays, what is left empty follows the
 * price list as soon as place, item or quantity change.
 */
const StaffForm = defineForm({
  schema: ForStaff,
  load,
  context: ['companyId', 'orderTypeId', 'currentStatus'],
  omit: ['netValue', 'grossValue', 'vatValue'],
  missingData: 'orders.missingData',
  derive: [gross],
  fields: {
    ...fields,
    presentNetPrice: { ...readOnlyMoney, from: 'netPrice', group },
    netPrice: { label: 'orders.edit.netPrice', help: 'orders.edit.netPrice.help', initial: 'empty', group },
    grossPrice: { ...readOnlyMoney, initial: 'empty', group },
    paymentType: { group },
    vatRate: { control: 'hidden' },
    vatSymbol: { control: 'hidden' },
    ...whileDriven
  }
})

/** Staff edit an order until it is finished; a client its own while nobody has accepted it. */
export const edit = defineCommand(orderRows)({
  name: 'orders.edit',
  call: 'PUT /api/Admin/Orders/:id',
  icon: 'pencil',
  selection: 'one',
  access: {
    ADMIN: { when: may('edit'), form: StaffForm },
    CLIENT_ADMIN: { when: may('amend'), form: ClientForm },
    CLIENT: { when: may('amend'), form: ClientForm }
  },
  effects: ['reload'],
  async run(context, { id }, input: Revision) {
    const { trx } = context
    const order = (await Order.query(trx).findById(id)) ?? throwProblem('notFound')
    const patch = await revised(context, order, input)
    if (Object.keys(patch).length === 0) return
    await Order.query(trx).findById(id).patch(patch)
    await reroute(trx, order, patch)
  }
})
