/**
 * The accounting system tells of an invoice: completed orders become invoiced. Whoever calls has no account here, so the
 * call is signed with the shared secret, over its own fields in a fixed order; what is not signed, or not freshly, learns
 * nothing but that. Each event counts once, and telling it again changes nothing.
 *
 * All of it happens before the command's own transaction, for `act` has one: locks, the event, the move and its history are
 * committed together.
 */
import { Type } from '@sinclair/typebox'
import { type BeforeTransactionContext, defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { act } from '../../../src/kernel/commands/run-as-system.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { all, type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/http/errors.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { after, may } from '../rules.ts'
import { OptimaStatus, OrderStatus } from '../schema.ts'
import { optimaNumberPattern } from './connector.ts'
import { throwAccountingError } from './errors.ts'
import { isSigned, type Signed } from './sign.ts'

const Name = Type.String({ maxLength: 50, pattern: optimaNumberPattern })

const Told = defineForm({
  schema: Type.Object({
    eventId: Type.String({ pattern: '^[\\w.:-]{1,100}$', description: 'names the event, for ever' }),
    orderNumber: Type.Optional(Name),
    optimaNumber: Type.Optional(Name),
    invoiceNumber: Name,
    timestamp: Type.Optional(Type.Integer({ description: 'seconds since 1970, of the moment of signing' })),
    signature: Type.Optional(Type.String({ maxLength: 100, description: 'HMAC-SHA256, hexadecimal' }))
  })
})

interface Invoice extends Signed {
  readonly eventId: string
  readonly orderNumber?: string | null
  readonly optimaNumber?: string | null
  readonly invoiceNumber: string
}

/** What is signed, after the time: the four fields as they were sent, each on a line; what was not sent is an empty one. */
const signedText = ({ eventId, orderNumber, optimaNumber, invoiceNumber }: Invoice): string =>
  [eventId, orderNumber ?? '', optimaNumber ?? '', invoiceNumber].join('\n')

export const receiveInvoice = defineAction({
  name: 'orders.receiveInvoice',
  call: 'POST /api/Accounting/invoices',
  summary: 'The accounting system tells of an invoice, signed with the shared secret',
  status: 200,
  rateLimit: { max: 600, timeWindow: 60_000 },
  enabledIf: ({ accountingUrl }) => accountingUrl !== '',
  access: { anyone: { form: Told } },
  answer: Type.Object({ accepted: Type.Literal(true) }),
  async beforeTransaction({ services, now }: BeforeTransactionContext, told: Invoice) {
    const { db, settings } = services
    if (!isSigned(settings.accountingSecret, now, told, signedText(told))) return throwProblem('unauthorized')
    if (await isKnown(db, told)) return
    const ids = await ordersOf(db, told)
    if (ids.length === 0) return throwProblem('notFound')
    const { optimaNumber, invoiceNumber } = told
    const numbered = optimaNumber ? { optimaNumber, optimaStatus: OptimaStatus.synchronised } : {}
    const moved = await act(services, {
      name: 'orders.invoiceReceived',
      rows: orderRows,
      ids,
      when: may('invoice'),
      params: { number: invoiceNumber },
      async run(trx, rows) {
        await refuseOthers(trx, ids, invoiceNumber)
        if (!(await remember(trx, told, now))) throwProblem('concurrent')
        const open = rows.map(({ id }) => id)
        await Order.query(trx)
          .whereIn('id', open)
          .patch({ status: after('invoice'), invoiceNumber, ...numbered })
      }
    })
    if (moved.length > 0) return
    await refuseOthers(db, ids, invoiceNumber)
    await remember(db, told, now)
  },
  run: async () => ({ answer: { data: { accepted: true } } })
})

/** Whether the event has been told before, word for word; other words under its id are refused. */
async function isKnown(database: Database, told: Invoice): Promise<boolean> {
  const event = await queryOne<{ signedText: string }>(
    database,
    sql`select signed_text as "signedText" from orders.accounting_events where id = ${told.eventId}`
  )
  return event !== undefined && (event.signedText === signedText(told) || throwProblem('keyReused'))
}

/** Keeps the event; false when another call has kept the same one in the meantime. */
async function remember(database: Database, told: Invoice, now: Date): Promise<boolean> {
  const kept = await query(
    database,
    sql`insert into orders.accounting_events (id, signed_text, received_at)
      values (${told.eventId}, ${signedText(told)}, ${now}) on conflict do nothing returning id`
  )
  return kept.length > 0 || !(await isKnown(database, told))
}

/**
 * The orders that are meant: the one of that number, or all of that accounting number, for one document may stand for
 * several. Given both, the order of that number, unless it is booked under another.
 */
async function ordersOf(database: Database, { orderNumber, optimaNumber }: Invoice): Promise<number[]> {
  if (!orderNumber && !optimaNumber) return refuseField('orderNumber', 'check.required')
  const found = await query<{ id: number }>(
    database,
    sql`select id from orders.orders where ${all([
      orderNumber ? sql`number = ${orderNumber}` : undefined,
      optimaNumber && orderNumber ? sql`coalesce(optima_number, ${optimaNumber}) = ${optimaNumber}` : undefined,
      optimaNumber && !orderNumber ? sql`optima_number = ${optimaNumber}` : undefined
    ])} order by id`
  )
  return found.map(({ id }) => id)
}

/** Refuses all when one of them is neither completed nor already on this invoice. */
async function refuseOthers(database: Database, ids: readonly number[], invoiceNumber: string): Promise<void> {
  for (const order of await Order.query(database)
    .findByIds([...ids])
    .orderBy('id')) {
    const { number, status: currentStatus, invoiceNumber: other } = order
    const extra = { current: { number, currentStatus, invoiceNumber: other } }
    if (currentStatus === OrderStatus.completed) continue
    if (currentStatus !== OrderStatus.invoiced)
      throwProblem('state', { message: 'orders.receiveInvoice.currentStatus', extra })
    if (other !== invoiceNumber) throwAccountingError('otherInvoice', { params: { number }, extra })
  }
}
