/**
 * The changes made by answers and calls of the accounting system. The commands' names are stored in histories and must not change.
 */
import { defineSystemCommand } from '../../../src/kernel/commands/system.ts'
import { Order } from '../models.ts'
import { orders } from '../resource.ts'
import { after, may } from '../rules.ts'
import { type FailureCause, OptimaStatus } from '../schema.ts'

/** Stores the number that the accounting system gave. */
export const storeNumber = defineSystemCommand(orders, {
  name: 'orders.synchronised',
  when: may('synchronised', 'system'),
  async run({ trx, addAuditParams }, rows, { number }: { number: string }) {
    addAuditParams({ number })
    await Order.query(trx)
      .whereIn('id', idsOf(rows))
      .patch({ optimaNumber: number, optimaStatus: OptimaStatus.synchronised })
  }
})

/** The accounting system gave another number than the order has: the order keeps its own, and history names the other. */
export const numberDiffers = defineSystemCommand(orders, {
  name: 'orders.numberDiffers',
  when: may('numberDiffers', 'system'),
  async run({ trx, addAuditParams }, rows, { number }: { number: string }) {
    addAuditParams({ number })
    await Order.query(trx).whereIn('id', idsOf(rows)).patch({ optimaStatus: OptimaStatus.synchronised })
  }
})

export const markFailed = defineSystemCommand(orders, {
  name: 'orders.syncFailed',
  when: may('syncFailed', 'system'),
  async run(
    { trx, addAuditParams },
    rows,
    { cause, detail = '' }: { cause: FailureCause; detail?: string | undefined }
  ) {
    addAuditParams({ cause, detail })
    await Order.query(trx).whereIn('id', idsOf(rows)).patch({ optimaStatus: OptimaStatus.failed })
  }
})

/** Marks completed orders as invoiced, and stores the accounting number if the call has one. */
export const markInvoiced = defineSystemCommand(orders, {
  name: 'orders.invoiceReceived',
  when: may('invoiceReceived', 'system'),
  async run(
    { trx, addAuditParams },
    rows,
    { invoiceNumber, optimaNumber }: { invoiceNumber: string; optimaNumber: string | null }
  ) {
    addAuditParams({ number: invoiceNumber })
    const accounting = optimaNumber ? { optimaNumber, optimaStatus: OptimaStatus.synchronised } : {}
    await Order.query(trx)
      .whereIn('id', idsOf(rows))
      .patch({ status: after('invoiceReceived'), invoiceNumber, ...accounting })
  }
})

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

export const accountingCommands = [storeNumber, numberDiffers, markFailed, markInvoiced]
