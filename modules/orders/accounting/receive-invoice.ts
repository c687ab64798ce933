/**
 * The call by which the accounting system reports an invoice: completed orders become invoiced. The caller has no account, so the call
 * is signed with the shared secret, over its fields in a fixed order. A call without a valid, recent signature is answered by 401 and
 * nothing else; so is every call if no secret is set. Each event has effect once, and repeating it changes nothing.
 */
import { Type } from '@sinclair/typebox'
import { defineAction } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import type { InputOf } from '../../../src/kernel/commands/input.ts'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { all, type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { throwOrderError } from '../errors.ts'
import { Order } from '../models.ts'
import { OrderStatus } from '../schema.ts'
import { optimaNumberPattern } from './outcome.ts'
import { isSigned } from './sign.ts'
import { markInvoiced } from './system-commands.ts'

const Name = Type.String({ maxLength: 50, pattern: optimaNumberPattern })

const InvoiceSchema = Type.Object({
  eventId: Type.String({ pattern: '^[\\w.:-]{1,100}$', description: 'names the event, for ever' }),
  orderNumber: Type.Optional(Name),
  optimaNumber: Type.Optional(Name),
  invoiceNumber: Name,
  timestamp: Type.Optional(Type.Integer({ description: 'seconds since 1970, of the moment of signing' })),
  signature: Type.Optional(Type.String({ maxLength: 100, description: 'HMAC-SHA256, hexadecimal' }))
})
const InvoiceForm = defineForm({ schema: InvoiceSchema })

type Invoice = InputOf<{ anyone: typeof InvoiceSchema }>

export const receiveInvoice = defineAction({
  name: 'orders.receiveInvoice',
  call: 'POST /api/Accounting/invoices',
  wire: {
    status: 200,
    rateLimit: { max: 600, timeWindow: 60_000 },
    summary: 'The accounting system reports an invoice, signed with the shared secret'
  },
  access: { anyone: { form: InvoiceForm } },
  calledBy: 'orders.receiveInvoice.caller',
  answer: Type.Object({ accepted: Type.Literal(true) }),
  async run({ trx, now, services, runAsSystem }, invoice) {
    const { accountingSecret } = services.settings
    if (!isSigned(accountingSecret, now, invoice, signedText(invoice))) throwProblem('unauthorized')
    if (await claimEvent(trx, invoice, now)) {
      const { invoiceNumber, optimaNumber = null } = invoice
      const ids = await ordersOf(trx, invoice)
      await runAsSystem(markInvoiced, ids, { invoiceNumber, optimaNumber })
      await requireInvoiced(trx, ids, invoiceNumber)
    }
    return { accepted: true as const }
  }
})

/**
 * The signed text, which follows the timestamp: the four fields as they were sent, each on a line; a missing one is an empty line.
 */
const signedText = ({ eventId, orderNumber, optimaNumber, invoiceNumber }: Invoice): string =>
  [eventId, orderNumber ?? '', optimaNumber ?? '', invoiceNumber].join('\n')

/**
 * Stores the event, so that it has effect once. Returns false if it was received before; refuses another text under the same id.
 * A concurrent call with the same event waits here until this transaction ends. If this call is refused, the event is not stored.
 */
async function claimEvent(trx: Database, invoice: Invoice, now: Date): Promise<boolean> {
  const { eventId } = invoice
  const text = signedText(invoice)
  const claimed = await query(
    trx,
    sql`insert into orders.accounting_events (id, signed_text, received_at) values (${eventId}, ${text}, ${now})
      on conflict do nothing returning id`
  )
  if (claimed.length > 0) return true
  const known = await queryOne<{ signedText: string }>(
    trx,
    sql`select signed_text as "signedText" from orders.accounting_events where id = ${eventId}`
  )
  return known?.signedText === text ? false : throwProblem('keyReused')
}

/**
 * The ids of the orders that the invoice is for: the one with the order number, or all with the accounting number, because one document
 * may cover several. If both are given, the order must not be booked under another accounting number. Throws if there is none.
 */
async function ordersOf(trx: Database, { orderNumber, optimaNumber }: Invoice): Promise<number[]> {
  if (!orderNumber && !optimaNumber) return refuseField('orderNumber', 'check.required')
  const found = await query<{ id: number }>(
    trx,
    sql`select id from orders.orders where ${all([
      orderNumber ? sql`number = ${orderNumber}` : undefined,
      optimaNumber && orderNumber ? sql`coalesce(optima_number, ${optimaNumber}) = ${optimaNumber}` : undefined,
      optimaNumber && !orderNumber ? sql`optima_number = ${optimaNumber}` : undefined
    ])} order by id`
  )
  return found.length > 0 ? found.map(({ id }) => id) : throwProblem('notFound')
}

/** Refuses the whole call if one of the orders could not be invoiced, or is on another invoice. */
async function requireInvoiced(trx: Database, ids: readonly number[], invoiceNumber: string): Promise<void> {
  const orders = await Order.query(trx)
    .findByIds([...ids])
    .orderBy('id')
  for (const { number, status: currentStatus, invoiceNumber: present } of orders) {
    const extra = { current: { number, currentStatus, invoiceNumber: present } }
    if (currentStatus !== OrderStatus.invoiced)
      throwProblem('state', { message: 'orders.receiveInvoice.currentStatus', extra })
    if (present !== invoiceNumber) throwOrderError('otherInvoice', { params: { number }, extra })
  }
}
