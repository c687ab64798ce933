/**
 * How an order gets into the accounting system. `sync` puts a job into the queue in its own transaction; the job sends the order and
 * stores the number of the answer. The order is read when it is sent, so that a correction made while it waits is included. An unknown
 * outcome is tried again after growing pauses, for most of a day; then the order is marked as failed, and a person may sync it again.
 * The person who synced it is notified of the outcome.
 *
 * A crash between the connector's answer and our commit leaves the job in the queue: it runs again under the same key, and gets the same
 * number. An order that was invoiced meanwhile still gets its number. An order whose number was typed by hand meanwhile keeps that one,
 * and its history names the other.
 */
import type { Knex } from 'knex'
import type { Notice } from '../../../src/contract/hub.ts'
import { runAsSystem } from '../../../src/kernel/commands/system.ts'
import { overHours } from '../../../src/kernel/jobs/tries.ts'
import type { Module } from '../../../src/kernel/module.ts'
import { notifyAccount } from '../../../src/kernel/realtime/notice.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Order } from '../models.ts'
import type { FailureCause } from '../schema.ts'
import { sendDocument } from './connector.ts'
import { waitingDocument } from './document.ts'
import { markFailed, markInvoiced, numberDiffers, storeNumber } from './system-commands.ts'

export interface HandOver {
  readonly orderId: number
  /** How often it was tried before. */
  readonly tried: number
  /** The account that asked for it, which is notified of the outcome. */
  readonly askedBy?: number | null
}

const queue = 'orders.sync'

/** Enqueues the job in the transaction that marks the order as queued. */
export const enqueue = (
  { jobs }: Services,
  trx: Knex.Transaction,
  orderId: number,
  askedBy: number | null
): Promise<void> => jobs.send(trx, queue, { orderId, tried: 0, askedBy } satisfies HandOver)

/**
 * Tries once: stores a number, marks the order as failed, or enqueues the next try. Throws only errors of this application, after which
 * the queue runs the job again.
 */
export async function handOver(services: Services, { orderId, tried, askedBy }: HandOver): Promise<void> {
  const { db, settings, log, now } = services
  const document = await waitingDocument(db, orderId)
  if (!document) return
  const notifyAsker = (tone: Notice['tone'], message: string, params: Notice['params']): void => {
    if (askedBy) notifyAccount(services, askedBy, { tone, message, params: { order: document.number, ...params } })
  }
  const giveUp = async (cause: FailureCause, detail = ''): Promise<void> => {
    const marked = await runAsSystem(services, markFailed, [orderId], { cause, detail })
    if (marked.length > 0) notifyAsker('danger', 'orders.syncFailed.notice', { cause, detail })
  }
  if (settings.accountingUrl === '') return giveUp('off')
  const outcome = await sendDocument(settings, document, now())
  if ('booked' in outcome) {
    const { booked: number, isInvoice = false } = outcome
    if (await keepNumber(services, orderId, number, isInvoice))
      notifyAsker('success', 'orders.synchronised.notice', { number })
    return
  }
  if ('refused' in outcome) return giveUp('refused', outcome.refused)
  log.warn({ order: orderId, tried, detail: outcome.detail }, 'accounting: the order could not be handed over')
  const pause = overHours[tried]
  if (pause === undefined) return giveUp(outcome.unsure)
  const startAfter = new Date(now().getTime() + Math.max(pause, outcome.retryAfter ?? 0) * 1000)
  const next: HandOver = { orderId, tried: tried + 1, askedBy: askedBy ?? null }
  await db.transaction(trx => services.jobs.send(trx, queue, next, { startAfter }))
}

/**
 * Stores the number; that of an invoice makes the order invoiced in the same step. Returns whether the order has it now; false if it has another
 * one or is gone.
 */
async function keepNumber(services: Services, orderId: number, number: string, isInvoice: boolean): Promise<boolean> {
  if (isInvoice) {
    const input = { invoiceNumber: number, optimaNumber: number }
    if ((await runAsSystem(services, markInvoiced, [orderId], input)).length > 0) return true
  }
  const stored = await runAsSystem(services, storeNumber, [orderId], { number })
  if (stored.length > 0) return true
  const order = await Order.query(services.db).findById(orderId)
  if (!order || order.optimaNumber === number) return order !== undefined
  services.log.warn({ order: orderId, number, has: order.optimaNumber }, 'accounting: the order has another number')
  await runAsSystem(services, numberDiffers, [orderId], { number })
  return false
}

export const accountingJobs: NonNullable<Module['jobs']> = [
  // Only failures of this application reach the queue (a crash, a database that is down): it then runs the job again.
  {
    name: queue,
    retries: 20,
    expireSeconds: 60,
    parallel: 4,
    run: (services, work: HandOver) => handOver(services, work)
  }
]
