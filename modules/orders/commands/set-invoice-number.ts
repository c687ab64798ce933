import { Type } from '@sinclair/typebox'
import type { Knex } from 'knex'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { joinCompany } from '../../companies/public.ts'
import { optimaNumberPattern } from '../accounting/outcome.ts'
import { throwOrderError } from '../errors.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'
import { OrderStatus } from '../schema.ts'

const NumberForm = defineForm({
  schema: Type.Object({
    invoiceNumber: Type.String({
      maxLength: 50,
      pattern: optimaNumberPattern,
      messages: { required: 'orders.setInvoiceNumber.missing' }
    })
  })
})

/**
 * One invoice may be for several orders of a company, but not for orders of two: the number is then refused, with the other order named.
 * The lock makes a second person who types the same number wait until the first one's transaction has ended.
 */
async function requireOwnInvoice(trx: Knex.Transaction, companyId: number, invoiceNumber: string): Promise<void> {
  await queryOne(trx, sql`select pg_advisory_xact_lock(hashtext('orders.invoice'), hashtext(${invoiceNumber}))`)
  const other = await queryOne<{ number: string; company: string }>(
    trx,
    sql`select o.number, company.name as company
      from orders.orders o ${joinCompany('company', 'o.company_id')}
      where o.status = ${OrderStatus.invoiced} and o.invoice_number = ${invoiceNumber} and o.company_id <> ${companyId}
      order by o.id limit 1`
  )
  if (other) throwOrderError.at('invoiceNumber', 'invoiceOfOthers', other)
}

/** Stores an invoice number typed by hand, where no accounting system sends them. The order is then invoiced. */
export const setInvoiceNumber = defineCommand(orders, {
  name: 'orders.setInvoiceNumber',
  call: 'PUT /api/Admin/Orders/:id/set-invoice-number',
  wire: { scope: 'orders:write', repeatsId: 'orderId' },
  selection: 'some',
  access: { ADMIN: { when: may('setInvoiceNumber'), form: NumberForm } },
  ui: {
    icon: 'receipt',
    effects: ['remove'],
    series: true,
    leadsTo: ['/orders/invoiced'],
    undo: 'PUT /api/Admin/Orders/:id/undo'
  },
  disabledIf: ({ accountingUrl }) => (accountingUrl === '' ? undefined : 'orders.accountingOn'),
  async run({ trx, now, addAuditParams }, { id, companyId }, { invoiceNumber }) {
    const number = invoiceNumber.trim()
    await requireOwnInvoice(trx, companyId, number)
    addAuditParams({ number }, id)
    await Order.query(trx)
      .findById(id)
      .patch({ status: after('setInvoiceNumber'), invoiceNumber: number, invoicedByHandAt: now })
  }
})
