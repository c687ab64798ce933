import { Type } from '@sinclair/typebox'
import { check } from '../../../src/contract/check.ts'
import type { FieldHint } from '../../../src/contract/form.ts'
import { isStaff } from '../../../src/kernel/caller.ts'
import { type CommandContext, defineCreation, defineForm } from '../../../src/kernel/command.ts'
import { dayOf, yearOf } from '../../../src/kernel/days.ts'
import { fail as refuse } from '../../../src/kernel/errors.ts'
import { Id, Money, Of } from '../../../src/kernel/schema.ts'
import { queryOne, sql } from '../../../src/kernel/sql.ts'
import { itemsOf } from '../../catalogue/public.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { type PlaceForOrder, placeForOrder } from '../../companies/public.ts'
import { PaymentType } from '../../companies/schema.ts'
import { orderValues, priceOf } from '../../pricing/public.ts'
import { fail } from '../errors.ts'
import { Order } from '../model.ts'
import { orderRows } from '../rows.ts'
import { boundsOf, quantityBounds, usualVatRate, usualVatSymbol } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

const Ordered = {
  receptionPlace: Type.Integer({ ...Id, says: { otherwise: 'orders.order.receptionPlace.missing' } }),
  orderTypeItemId: Type.Integer({ ...Id, says: { otherwise: 'orders.order.orderTypeItemId.missing' } }),
  quantity: Type.Integer({ minimum: 1, maximum: 50 }),
  additionalInfo: Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]))
}

const ForClient = Type.Object({
  ...Ordered,
  /** Taken from the documents' client and not used: the rate is the house's. */
  vatRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100 }))
})

const ForStaff = Type.Object({
  ...Ordered,
  paymentType: Type.Optional(Of(PaymentType)),
  netPrice: Type.Optional(Type.Union([Type.Number({ ...Money, maximum: 9_999_999.99 }), Type.Null()])),
  vatRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, decimals: 2 }))
})

/** Company → department → place → item → quantity and price: each choice narrows the next. */
const chain = (company: string): Readonly<Record<string, FieldHint>> => ({
  departmentId: {
    control: 'choice',
    transient: { type: 'integer', says: { otherwise: 'orders.order.departmentId.missing' } },
    options: {
      call: `/api/Admin/Companies/${company}/departments`,
      value: 'id',
      label: ['city', 'street'],
      onlyOne: 'chosen'
    }
  },
  receptionPlace: {
    control: 'choice',
    remember: 'receptionPlaceId',
    options: {
      call: `/api/Admin/Companies/${company}/reception-places?departmentId={departmentId}`,
      value: 'id',
      label: ['city', 'street', 'postalCode'],
      choosable: { when: { isActive: [true] }, mark: 'orders.order.receptionPlace.inactive' },
      onlyOne: 'chosen'
    }
  },
  orderTypeItemId: {
    control: 'choice',
    remember: 'orderTypeItemId',
    options: {
      call: '/api/Admin/OrderTypeItems?receptionPlaceId={receptionPlace}',
      value: 'id',
      label: ['name'],
      carries: { orderTypeId: 'orderTypeId' }
    }
  },
  orderTypeId: { control: 'hidden', transient: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
  quantity: { control: 'integer', bounds: { by: 'orderTypeId', ...quantityBounds } },
  netPrice: { control: 'money' },
  grossPrice: { control: 'money', readOnly: true, transient: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
  additionalInfo: { control: 'longText' }
})

const priced = {
  kind: 'fetched',
  call: '/api/Admin/OrderTypeItems/{orderTypeItemId}?receptionPlaceId={receptionPlace}',
  pick: 'data.netPrice',
  to: 'netPrice'
} as const
const gross = { kind: 'gross', net: 'netPrice', rate: 'vatRate', to: 'grossPrice' } as const
const readOnlyPrice = {
  control: 'money',
  readOnly: true,
  transient: { anyOf: [{ type: 'number' }, { type: 'null' }] }
} as const

/** A client orders from its own places; the price is shown and not sent. */
const ClientForm = defineForm({
  schema: ForClient,
  initial: ({ companyId }) => ({ companyId, quantity: 1, vatRate: usualVatRate }),
  missingData: 'orders.missingData',
  derive: [priced, gross],
  fields: {
    companyId: { control: 'hidden', transient: { type: 'integer' } },
    ...chain('{companyId}'),
    netPrice: readOnlyPrice,
    vatRate: { control: 'hidden' }
  }
})

/** Staff choose the company first, and may say another price. */
const StaffForm = defineForm({
  schema: ForStaff,
  initial: () => ({ quantity: 1, vatRate: usualVatRate, paymentType: PaymentType.transfer }),
  missingData: 'orders.missingData',
  derive: [priced, gross],
  fields: {
    companyId: {
      control: 'choice',
      transient: { type: 'integer', says: { otherwise: 'orders.order.companyId.missing' } },
      options: {
        call: '/api/Admin/Companies?page=1&limit=20&Verified=true&IsActive=true',
        value: 'id',
        label: ['name', 'address'],
        search: 'allFields'
      }
    },
    ...chain('{companyId}'),
    paymentType: { control: 'choice' },
    vatRate: { control: 'hidden' }
  }
})

interface Placement {
  readonly receptionPlace: number
  readonly orderTypeItemId: number
  readonly quantity: number
  readonly additionalInfo?: string | null
  readonly paymentType?: 0 | 1
  readonly netPrice?: number | null
  readonly vatRate?: number
}

/** Places an order: its price is fixed now, by the rules of prices or by staff. */
export const place = defineCreation(orderRows)({
  name: 'orders.place',
  call: 'POST /api/Admin/Orders',
  icon: 'plus',
  tone: 'info',
  for: { ADMIN: { form: StaffForm }, CLIENT_ADMIN: { form: ClientForm }, CLIENT: { form: ClientForm } },
  effects: ['reload'],
  async run(context, input: Placement) {
    const { trx, caller, now, services } = context
    if (!caller) return refuse('unauthorized')
    const place = await openPlace(context, input.receptionPlace)
    const item = (await itemsOf(trx, caller.language, place.orderTypes)).find(({ id }) => id === input.orderTypeItemId)
    if (!item) return fail('itemNotAllowed')
    const tooMany = check({ type: 'integer', ...boundsOf(item.orderTypeId) }, input.quantity, 'quantity')
    if (tooMany.length > 0) refuse('invalid', { faults: tooMany })

    const staff = isStaff(caller)
    const said = staff ? input.netPrice : undefined
    const netPrice = said ?? (await priceOf(trx, { itemId: item.id, place, day: dayOf(now) }))?.netPrice
    if (netPrice === undefined) return fail('noPrice')
    const vatRate = staff ? (input.vatRate ?? usualVatRate) : usualVatRate
    const order = await Order.query(trx).insert({
      number: await nextNumber(context),
      status: OrderStatus.new,
      companyId: place.companyId,
      departmentId: place.departmentId,
      receptionPlaceId: place.id,
      orderTypeId: item.orderTypeId,
      orderTypeItemId: item.id,
      quantity: input.quantity,
      additionalInfo: input.additionalInfo ?? null,
      paymentType: input.paymentType ?? place.paymentType,
      netPrice,
      ...orderValues({ netPrice, quantity: input.quantity, vatRate, perTonne: item.orderTypeId === OrderType.tonnage }),
      vatRate,
      vatSymbol: usualVatSymbol,
      manually: staff,
      createdBy: caller.accountId,
      createdAt: now
    })
    services.log.debug({ order: order.id }, 'order placed')
    return { id: order.id }
  }
})

async function openPlace({ trx, caller }: CommandContext, id: number): Promise<PlaceForOrder> {
  const place = caller && (await placeForOrder(trx, id, caller))
  if (!place) return refuse('notFound')
  if (!place.companyActive) return fail('companyInactive')
  return place.isActive ? place : fail('placeInactive')
}

async function nextNumber({ trx, now }: CommandContext): Promise<string> {
  const answer = await queryOne<{ number: string }>(trx, sql`select orders.next_number(${yearOf(now)}) as number`)
  return (answer as { number: string }).number
}
