/**
 * Orders with their history. A small demo goes the ordinary way, through the tables' own triggers; past `bulkFrom` orders
 * the tables are stripped first, and search rows are written at once by the same function that the trigger uses. Routes
 * follow when all orders are there.
 * While the database works on one batch the next is being made.
 */
import type { Knex } from 'knex'
import { type Action, actions } from '../../modules/orders/rules.ts'
import { OrderStatus } from '../../modules/orders/schema.ts'
import { usualVatRate, usualVatSymbol } from '../../modules/pricing/public.ts'
import { dayOf } from '../../src/contract/days.ts'
import { metadataOf } from '../../src/contract/vocabulary.ts'
import { withoutIndexes } from './bulk.ts'
import type { Business } from './business.ts'
import { insertReconciliation } from './insert-reconciliation.ts'
import { insertRoutes } from './insert-routes.ts'
import type { Order, Status, Step } from './order.ts'
import type { ColumnsOf } from './writer.ts'
import { prepareInsert, send } from './writer.ts'

const batchSize = 1000

/** Writes the orders of a business whose other rows are there. `bulkFrom`: how many orders are worth stripping the tables for. */
export async function insertOrders(
  trx: Knex.Transaction,
  business: Business,
  { bulkFrom = 20_000 } = {}
): Promise<void> {
  if (business.orderCount === 0) return
  const isBulk = business.orderCount >= bulkFrom
  if (!isBulk) {
    await writeBatches(trx, business)
    await insertRoutes(trx, business)
  } else {
    await withoutIndexes(
      trx,
      [
        { name: 'orders.orders', without: ['search_inserted', 'reconcile_inserted'] },
        { name: 'orders.order_search' },
        { name: 'orders.price_reasons' },
        { name: 'orders.stops' },
        { name: 'kernel.changes' }
      ],
      async () => {
        await writeBatches(trx, business)
        await trx.raw(`insert into orders.order_search (order_id, text, created_at, period)
          select o.id, orders.search_text(o), o.created_at, orders.search_period(o.created_at) from orders.orders o`)
        await insertRoutes(trx, business)
      }
    )
  }
  await insertReconciliation(trx, { isBulk })
  await trx.raw(`select setval(pg_get_serial_sequence('orders.orders', 'id'), (select max(id) from orders.orders))`)
  await continueNumbers(trx)
}

async function writeBatches(trx: Knex.Transaction, business: Business): Promise<void> {
  let written = Promise.resolve()
  let batch: Order[] = []
  const flush = async (): Promise<void> => {
    const inserts = [
      prepareInsert('orders.orders', batch, orderColumns),
      prepareInsert('orders.price_reasons', batch, reasonColumns),
      prepareInsert('kernel.changes', batch.flatMap(changesOf), changeColumns)
    ]
    batch = []
    await written
    written = send(trx, inserts)
    // Awaited at the next flush; until then a failure must not count as unhandled.
    written.catch(() => undefined)
  }
  for (const order of business.orders()) {
    if (batch.push(order) === batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  await written
}

/** The next order of a year takes the number after the last one here. */
async function continueNumbers(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw<{ rows: { year: number; last: number }[] }>(
    `select split_part(number, '/', 2)::int as year, max(split_part(number, '/', 3)::int)::int as last
     from orders.orders group by 1`
  )
  for (const { year, last } of rows) {
    await trx.raw('select orders.next_number(?::int)', [year])
    await trx.raw('select setval(?::regclass, ?::int)', [`orders.numbers_${year}`, last])
  }
}

const orderColumns: ColumnsOf<Order> = c => [
  c.int('id', order => order.id),
  c.text('number', order => order.number),
  c.int('status', order => order.status),
  c.int('company_id', order => order.companyId),
  c.int('department_id', order => order.departmentId),
  c.int('reception_place_id', order => order.placeId),
  c.int('order_type_id', order => order.orderTypeId),
  c.int('order_type_item_id', order => order.itemId),
  c.int('quantity', order => order.quantity),
  c.int('quantity_taken', order => order.quantityTaken),
  c.text('additional_info', order => order.additionalInfo),
  c.day('wished_date', order => order.wishedDate),
  c.int('wished_part', order => order.wishedPart),
  c.boolean('urgent', order => order.urgent),
  c.int('payment_type', order => order.paymentType),
  c.numeric('net_price', order => order.netPrice),
  c.boolean('price_overridden', order => order.priceOverridden),
  c.numeric('gross_price', order => order.grossPrice),
  c.numeric('net_value', order => order.netValue),
  c.numeric('gross_value', order => order.grossValue),
  c.numeric('vat_value', order => order.vatValue),
  { name: 'vat_rate', type: 'numeric', as: String(usualVatRate) },
  { name: 'vat_symbol', type: 'text', as: `'${usualVatSymbol}'` },
  c.text('kpo', order => order.kpo),
  c.numeric('tonnage', order => order.tonnage),
  c.int('internal_store_id', order => order.storeId),
  c.int('recycle_operator_id', order => order.operatorId),
  c.int('vehicle_id', order => order.vehicleId),
  c.int('driver_id', order => order.driverId),
  c.day('realization_date', order => order.realizationDate),
  c.day('receiving_date', order => order.receivingDate),
  c.at('accepted_at', order => order.acceptedAt),
  c.at('finished_at', order => order.finishedAt),
  c.at('canceled_at', ({ history }) => history.find(({ status }) => status === OrderStatus.canceled)?.at ?? null),
  c.text('reason_for_cancellation', order => order.reasonForCancellation),
  c.boolean('manually', order => order.manually),
  c.int('optima_status', order => order.optimaStatus),
  c.text('optima_number', order => order.optimaNumber),
  c.text('invoice_number', order => order.invoiceNumber),
  c.boolean('notification_sent', order => order.notificationSent),
  c.int('created_by', order => order.createdBy),
  c.at('created_at', order => order.createdAt),
  c.int('version', order => order.history.length)
]

/** Orders keep the price that they were placed at. */
const reasonColumns: ColumnsOf<Order> = c => [
  c.int('order_id', order => order.id),
  { name: 'version', type: 'int', as: '1' },
  c.at('priced_at', order => order.createdAt),
  c.int('account_id', order => order.createdBy),
  c.day('day', order => dayOf(order.createdAt)),
  c.numeric('net_price', order => order.netPrice),
  { name: 'trace', type: 'jsonb', of: order => order.priceTrace }
]

interface Change extends Step {
  orderId: number
  version: number
  before: Status | null
  /** What history says of the change, as JSON. */
  params: string | null
}

function paramsOf({ reasonForCancellation, invoiceNumber, syncFailure }: Order, action: Action): string | null {
  if (action === 'cancel') return JSON.stringify({ reason: reasonForCancellation })
  if (action === 'syncFailed') return JSON.stringify({ cause: 'refused', detail: syncFailure })
  return action === 'invoiceReceived' ? JSON.stringify({ number: invoiceNumber }) : null
}

function changesOf(order: Order): Change[] {
  return order.history.map(({ at, by, action, status }, i) => {
    const before = order.history[i - 1]?.status ?? null
    const params = paramsOf(order, action)
    return { at, by, action, status, orderId: order.id, version: i + 1, before, params }
  })
}

// Actions and statuses travel as their positions in these lists, which take less than their texts.
const names = Object.keys(actions) as Action[]
const codes = `array[${names.map(name => `'orders.${name}'`).join(', ')}]`

const statuses = metadataOf(OrderStatus).members.map(({ code }) => code)
const positionOf = (status: Status | null): number | null => (status === null ? null : statuses.indexOf(status))
const snapshots = statuses.map(currentStatus => `'${JSON.stringify({ currentStatus })}'`)
const snapshot = `coalesce((array[${snapshots.join(', ')}]::jsonb[])[$ + 1], '{}')`

const changeColumns: ColumnsOf<Change> = c => [
  c.at('at', change => change.at),
  c.int('account_id', change => change.by),
  { name: 'resource_type', type: 'text', as: `'orders.order'` },
  c.int('subject_id', change => change.orderId),
  c.int('version', change => change.version),
  { name: 'code', type: 'int', of: change => names.indexOf(change.action), as: `(${codes})[$ + 1]` },
  {
    name: 'params',
    type: 'text',
    of: change => change.params,
    as: `coalesce($::jsonb, '{}')`
  },
  { name: 'before', type: 'int', of: change => positionOf(change.before), as: snapshot },
  { name: 'after', type: 'int', of: change => positionOf(change.status), as: snapshot }
]
