/**
 * All fields of an order, each declared once: its schema, its SQL, who sees it, and the views that have it. Lists, details, history,
 * sorting, search, panel, report, print and the answers of commands follow from this table. Some fields exist under two names, because
 * the specification has different names in the list and in the details.
 *
 * Clients see what concerns them. They do not see the accounting states, the recycler, the store, the route, and which member of staff
 * did something (they read the name of the business).
 *
 * - `list`: the rows of lists. The rules of commands are checked on these fields.
 * - `details`: a single order.
 * - `history`: the fields whose changes are stored. None twice, no dates that equal the entry's own, no ids, and no names of persons, who
 *   may ask for erasure while history is kept.
 * - `clientHistory`: the fields whose changes clients see. Not the status, which the entry's sentence says.
 * - `report`: the columns of the spreadsheet, in the order of this table.
 * - `print`: the fields of a printed sheet.
 */
import { Type } from '@sinclair/typebox'
import { codesOf } from '../../src/contract/vocabulary.ts'
import { isClient, type Reader } from '../../src/kernel/access/caller.ts'
import { raw, rowsOf, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { defineFields } from '../../src/kernel/resources/define-fields.ts'
import { businessDay, day, joined, label } from '../../src/kernel/resources/fields.ts'
import { Day, EnumOf, Id, Money, Nullable, StoredPhone, Tonnes, Version } from '../../src/kernel/schema.ts'
import { itemIds, itemName } from '../catalogue/public.ts'
import { OrderType } from '../catalogue/schema.ts'
import { placeAddress } from '../companies/public.ts'
import { PaymentType } from '../companies/schema.ts'
import { operatorIds, vehicleIds, vehicleLabel } from '../fleet/public.ts'
import { personName, staffIds } from '../users/public.ts'
import { loadSql } from './fragments.ts'
import { owedSql } from './owed.ts'
import { isNotified } from './planning/notified.ts'
import { canceledByUser, DayPart, OptimaStatus, OrderStatus, perTonneBy, StopState, unitBy } from './schema.ts'

/** An SQL condition on the alias `orders`: in progress, and the realization day is before today. */
export const overdueSql = `(orders.status = ${OrderStatus.inProgress}
  and orders.realization_date < ${businessDay('now()')})`

/** An SQL condition on the alias `orders`: completed, and never sent to accounting, so that its number has to be typed. */
export const needsNumberSql = `(orders.status = ${OrderStatus.completed} and orders.manually and orders.optima_number is null)`

/** An SQL condition on the alias `orders`: planned for another day than the client wishes. */
const notAsWishedSql = `(orders.status = ${OrderStatus.inProgress}
  and orders.wished_date is not null and orders.realization_date is distinct from orders.wished_date)`

/** The number of comments that the reader may read. */
const commentsFor = (reader: Reader): Sql =>
  raw(isClient(reader) ? 'coalesce(thread.shared, 0)' : 'coalesce(thread.shared + thread.internal, 0)')

/** For fields whose values differ widely between order types: their sort walks the orders type by type. */
const byType = { partsBy: { column: 'order_type_id', filter: 'OrderType', values: codesOf(OrderType) } }

/** What is stored of an order by the tonne is the price of one tonne: as a price, and never as an amount, it is shown. */
const PriceOrValue = Type.Number({ ...Money, ...perTonneBy('type') })

const owed = owedSql('orders')
/** The amount of an order by the tonne is shown with what it is the product of. */
const OwedNet = Type.Number({
  ...Money,
  description: 'what will be invoiced, net: by the tonne the weighed tonnes × price, null before weighing',
  rulesBy: { by: 'type', of: { [OrderType.tonnage]: { factors: { tonnage: Tonnes, netPrice: Money } } } }
})

const byItem = { column: 'order_type_item_id', values: itemIds }

export const orderFields = defineFields({
  alias: 'orders',
  views: ['list', 'details', 'history', 'clientHistory', 'report', 'print'],
  fields: {
    id: { schema: Id, for: 'everyone', in: ['list', 'details', 'print'] },
    version: { schema: Version, for: 'everyone', in: ['list', 'details'] },
    number: { schema: Type.String(), for: 'everyone', in: ['list', 'details', 'report', 'print'] },
    createdAt: { schema: Day, ...day('orders.created_at'), for: 'everyone', in: ['list', 'details', 'report'] },
    currentStatus: {
      schema: EnumOf(OrderStatus),
      sql: 'orders.status',
      walk: { column: 'status', values: rowsOf(codesOf(OrderStatus)) },
      for: 'everyone',
      in: ['list', 'details', 'history', 'report']
    },
    currentStatusId: { schema: EnumOf(OrderStatus), column: 'status', for: 'everyone', in: ['details'] },
    manually: { schema: Type.Boolean(), for: 'staff', in: ['list', 'details'] },

    companyId: { schema: Id, for: 'everyone', in: ['list', 'details'] },
    company: {
      schema: Type.String(),
      ...joined('company', 'name', { sort: ['company.name', 'company.id'], walk: { column: 'company_id' } }),
      for: 'everyone',
      in: ['list', 'details', 'report', 'print']
    },
    clientActive: {
      schema: Type.Boolean({ description: 'the client is not deactivated; staff only' }),
      ...joined('company', 'active'),
      for: 'staff',
      in: ['list', 'details']
    },
    departmentId: { schema: Id, for: 'everyone', in: ['list', 'details'] },
    receptionPlaceId: { schema: Id, for: 'everyone', in: ['details'] },
    receptionPlace: {
      schema: Type.String(),
      sql: placeAddress('place'),
      join: 'place',
      sort: ['place.city', 'place.street', 'place.id'],
      walk: { column: 'reception_place_id' },
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    receptionPlacePhone: {
      schema: Nullable(StoredPhone),
      ...joined('place', 'phone'),
      for: 'everyone',
      in: ['details', 'report', 'print']
    },
    contactPhone: { schema: Nullable(StoredPhone), ...joined('place', 'phone'), for: 'everyone', in: ['list'] },

    // there are few items, and each is of one type, so the types are walked by their items
    type: {
      schema: EnumOf(OrderType),
      sql: 'orders.order_type_id',
      join: 'item',
      sort: ['item.order_type_id'],
      walk: byItem,
      for: 'everyone',
      in: ['list', 'details', 'report', 'print']
    },
    orderTypeId: { schema: EnumOf(OrderType), for: 'everyone', in: ['details'] },
    orderTypeItemId: { schema: Id, for: 'everyone', in: ['details'] },
    orderTypeItemName: {
      schema: Type.String(),
      sql: ({ language }) => itemName('item', language),
      join: 'item',
      sort: ['item.name', 'item.id'],
      walk: byItem,
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    quantity: {
      schema: Type.Integer({ minimum: 1, ...unitBy('type') }),
      walk: byType,
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    load: {
      schema: Type.Number({ ...Tonnes, description: 'tonnes that are to be collected, or were' }),
      sql: loadSql('orders', 'item'),
      join: 'item',
      for: 'everyone',
      in: ['list']
    },

    quantityTaken: {
      schema: Nullable(Type.Integer({ minimum: 0, ...unitBy('type') })),
      for: 'everyone',
      in: ['details', 'history', 'clientHistory', 'report']
    },
    receptionCount: {
      // by the tonne what was received is what was weighed
      schema: Type.String({
        format: 'ratio',
        description: 'received/quantity',
        ...unitBy('type', { [OrderType.tonnage]: { part: 'tonnage' } })
      }),
      sql: "coalesce(orders.quantity_taken, 0) || '/' || orders.quantity",
      sort: ['coalesce(orders.quantity_taken, 0)', 'orders.quantity'],
      walk: byType,
      for: 'everyone',
      in: ['list']
    },
    tonnage: {
      schema: Nullable(Tonnes),
      walk: 'parts',
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    /** The client is a party to the waste transfer card. */
    kpo: {
      schema: Nullable(Type.String()),
      walk: 'parts',
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report']
    },

    acceptedDate: {
      schema: Nullable(Day),
      ...day('orders.accepted_at'),
      for: 'everyone',
      in: ['list', 'details', 'report', 'print']
    },
    // upwards the orders without a wish come last, because people sort for the next wish
    wishedDate: {
      schema: Nullable(Day),
      sort: ["coalesce(orders.wished_date, 'infinity'::date)"],
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    wishedPart: {
      schema: Nullable(EnumOf(DayPart)),
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    urgent: {
      schema: Type.Boolean(),
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    notAsWished: {
      schema: Type.Boolean({ description: 'in progress, and planned for another day than the wished one; staff only' }),
      sql: notAsWishedSql,
      for: 'staff',
      in: ['list', 'details']
    },
    realizationDate: {
      schema: Nullable(Day),
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    /** The day that a client reads: the one that is planned, and once it was collected, that one. */
    collectionDate: {
      schema: Nullable(Type.String({ ...Day, description: 'receivingDate, and before it realizationDate' })),
      sql: 'coalesce(orders.receiving_date, orders.realization_date)',
      for: 'everyone',
      in: ['list']
    },
    /** In progress, and the realization day is before today. */
    overdue: { schema: Type.Boolean(), sql: overdueSql, for: 'everyone', in: ['list'] },
    receivingDate: {
      schema: Nullable(Day),
      walk: 'parts',
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report']
    },
    finishedAt: {
      schema: Nullable(Day),
      ...day('orders.finished_at'),
      walk: 'parts',
      for: 'everyone',
      in: ['list', 'details', 'report']
    },

    vehicleId: { schema: Nullable(Id), for: 'staff', in: ['list', 'details'] },
    /** The registration number of the vehicle that will come. */
    vehicle: {
      schema: Nullable(Type.String()),
      sql: vehicleLabel('vehicle'),
      join: 'vehicle',
      walk: { column: 'vehicle_id', values: vehicleIds },
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    // history has the account, and shows its present name (`historyAccounts`)
    driverId: { schema: Type.Optional(Nullable(Id)), for: 'staff', in: ['details', 'history'] },
    driver: {
      schema: Type.Optional(Nullable(Type.String())),
      sql: personName('driver'),
      join: 'driver',
      walk: { column: 'driver_id', values: staffIds },
      for: 'staff',
      in: ['list', 'details']
    },
    route: {
      schema: Type.Optional(Nullable(Type.Integer({ description: 'from 1 within each day' }))),
      sql: 'route.number',
      join: ['stop', 'route'],
      for: 'staff',
      in: ['list', 'details']
    },
    routeId: { schema: Type.Optional(Nullable(Id)), ...joined('stop', 'route_id'), for: 'staff', in: ['list'] },
    // stop numbers are only comparable within a route, so the sort begins with day and vehicle
    sequenceInRoute: {
      schema: Type.Optional(Nullable(Type.Integer())),
      sql: 'stop.sequence',
      join: ['stop', 'vehicle'],
      sort: ['orders.realization_date', 'vehicle.register_number', 'vehicle.id', 'stop.sequence'],
      for: 'staff',
      in: ['list', 'details', 'history']
    },
    notificationSent: {
      schema: Type.Optional(Type.Boolean({ description: 'staff only' })),
      for: 'staff',
      in: ['list', 'details', 'history']
    },
    notified: {
      schema: Type.Optional(
        Type.Boolean({
          description: 'who will drive there was notified, and the route has not changed since; staff only'
        })
      ),
      sql: () => isNotified('orders'),
      for: 'staff',
      in: ['list']
    },
    stopState: {
      // what became of the stop as its driver reports it
      schema: Type.Optional(Nullable(EnumOf(StopState))),
      sql: 'reported.state',
      join: 'reported',
      for: 'staff',
      in: ['list']
    },
    outsideHours: {
      schema: Type.Boolean({
        description: 'whether the driver is expected when the place lets nobody in, within the next week; staff only'
      }),
      sql: '(outside.order_id is not null)',
      join: 'outside',
      for: 'staff',
      in: ['list']
    },
    recycleOperatorId: { schema: Nullable(Id), for: 'staff', in: ['details'] },
    recycleOperatorName: {
      schema: Nullable(Type.String()),
      ...joined('operator', 'name'),
      for: 'staff',
      in: ['details', 'history', 'report']
    },
    operator: {
      schema: Nullable(Type.String()),
      ...joined('operator', 'name', { walk: { column: 'recycle_operator_id', values: operatorIds } }),
      for: 'staff',
      in: ['list']
    },
    internalStoreId: { schema: Nullable(Id), for: 'staff', in: ['details'] },
    internalStoreName: {
      schema: Nullable(Type.String()),
      ...joined('store', 'name'),
      for: 'staff',
      in: ['details', 'history']
    },

    paymentType: {
      schema: EnumOf(PaymentType),
      for: 'everyone',
      in: ['details', 'history', 'clientHistory', 'report', 'print']
    },
    netPrice: {
      schema: PriceOrValue,
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report', 'print']
    },
    grossPrice: { schema: PriceOrValue, for: 'everyone', in: ['details', 'print'] },
    netValue: {
      schema: PriceOrValue,
      walk: byType,
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report']
    },
    netOwed: {
      schema: Nullable(OwedNet),
      sql: owed.net,
      walk: byType,
      for: 'everyone',
      in: ['list', 'details', 'report', 'print']
    },
    vatValue: { schema: PriceOrValue, for: 'everyone', in: ['details', 'report'] },
    grossValue: {
      schema: PriceOrValue,
      for: 'everyone',
      in: ['details', 'history', 'clientHistory', 'report', 'print']
    },
    grossOwed: {
      schema: Nullable(Type.Number({ ...Money, description: 'the same with VAT' })),
      sql: owed.gross,
      for: 'everyone',
      in: ['details', 'report', 'print']
    },
    vatRate: {
      schema: Type.Number({ format: 'percent', minimum: 0 }),
      for: 'everyone',
      in: ['details', 'history', 'clientHistory']
    },
    /** The accounting system's symbol for the VAT rate. */
    vatSymbol: { schema: Nullable(Type.String()), for: 'staff', in: ['details', 'history'] },

    optimaStatus: { schema: EnumOf(OptimaStatus), for: 'staff', in: ['list', 'details', 'history'] },
    optimaStatusName: {
      schema: Type.String({ description: 'the label of `optimaStatus` in the language of the caller' }),
      ...label(OptimaStatus, 'orders.optima_status', new URL('./messages/', import.meta.url)),
      for: 'staff',
      in: ['list', 'details']
    },
    optimaNumber: {
      schema: Nullable(Type.String()),
      walk: 'parts',
      for: 'staff',
      in: ['list', 'details', 'history', 'report']
    },
    invoiceNumber: {
      schema: Nullable(Type.String()),
      walk: 'parts',
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report']
    },
    handedOver: {
      schema: Type.Boolean({ description: 'completed, and sent to the accounting system; staff only' }),
      sql: `(orders.status = ${OrderStatus.completed} and orders.optima_status <> ${OptimaStatus.notSent})`,
      for: 'staff',
      in: ['list']
    },
    booked: {
      schema: Type.Boolean({ description: 'completed, and has an accounting number; staff only' }),
      sql: `(orders.status = ${OrderStatus.completed} and orders.optima_number is not null)`,
      for: 'staff',
      in: ['list']
    },
    invoiceFinal: {
      schema: Type.Boolean({ description: 'invoiced, and no person typed the invoice number today; staff only' }),
      sql: `(orders.status = ${OrderStatus.invoiced}
        and ${businessDay('orders.invoiced_by_hand_at')} is distinct from ${businessDay('now()')})`,
      for: 'staff',
      in: ['list']
    },

    canceledAt: { schema: Nullable(Day), ...day('orders.canceled_at'), for: 'everyone', in: ['list', 'details'] },
    /** The fixed reason of clients is shown as a translated text. */
    reasonForCancellation: {
      schema: Nullable(Type.String({ words: { [canceledByUser]: 'orders.order.canceledByClient' } })),
      for: 'everyone',
      in: ['list', 'details', 'history', 'clientHistory', 'report']
    },
    cancellationComment: {
      schema: Nullable(Type.String()),
      for: 'everyone',
      in: ['details', 'history', 'clientHistory']
    },

    additionalInfo: {
      schema: Nullable(Type.String()),
      for: 'everyone',
      in: ['details', 'history', 'clientHistory', 'report', 'print']
    },
    hasAdditionalInfo: {
      schema: Type.Boolean(),
      sql: "coalesce(orders.additional_info, '') <> ''",
      for: 'everyone',
      in: ['list']
    },

    /** The number of comments that the reader may read. */
    commentsCount: {
      schema: Type.Integer({ minimum: 0 }),
      sql: reader => commentsFor(reader),
      join: 'thread',
      for: 'everyone',
      in: ['list', 'details']
    },
    hasComments: {
      schema: Type.Boolean(),
      sql: reader => sql`${commentsFor(reader)} > 0`,
      join: 'thread',
      for: 'everyone',
      in: ['list']
    },
    unansweredComment: {
      schema: Type.Boolean({ description: 'the client had the last word; staff only' }),
      sql: 'coalesce(thread.unanswered, false)',
      join: 'thread',
      for: 'staff',
      in: ['list', 'details']
    }
  }
})
