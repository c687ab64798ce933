/**
 * The way of an order into the accounting system. `sync` puts a job into the queue in its own transaction; the job hands the
 * order over and stores the number that comes back. The data are those of the moment of the call, so that a correction made
 * while the order waits goes along. What is not certain is tried again after growing pauses, for most of a day, and then the
 * order is marked as failed; a person may sync it again.
 *
 * A crash between the connector's answer and our commit leaves the job in the queue: it runs again under the same key, and
 * is given the same number. An order cannot be cancelled once it is completed; one that was invoiced meanwhile still gets its
 * number, and one whose number was typed by hand meanwhile keeps that, and history says which other came.
 */
import type { Knex } from 'knex'
import { act } from '../../../src/kernel/commands/run-as-system.ts'
import type { Module } from '../../../src/kernel/module.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { Order } from '../model.ts'
import { orderRows } from '../resource.ts'
import { OptimaStatus, OrderStatus } from '../schema.ts'
import { handTo } from './connector.ts'
import { waitingDocument } from './document.ts'

export interface HandOver {
  readonly orderId: number
  /** How often it has been tried before. */
  readonly tried: number
}

const queue = 'orders.sync'
const [minute, hour] = [60, 3600]
/** Seconds until the next try; after the last one it has failed. */
const pauses = [2, 10, 30, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour]

/** Enqueues in the transaction of the change that makes the order wait. */
export const enqueue = ({ jobs }: Services, trx: Knex.Transaction, orderId: number): Promise<void> =>
  jobs.send(trx, queue, { orderId, tried: 0 } satisfies HandOver)

/** One try: ends with a number, a failure or the next try in the queue. Throws only what is ours, and is then run again. */
export async function handOver(services: Services, { orderId, tried }: HandOver): Promise<void> {
  const { db, settings, log, now } = services
  const document = await waitingDocument(db, orderId)
  if (!document) return
  if (settings.accountingUrl === '') return markFailed(services, orderId, 'off')
  const outcome = await handTo(settings, document, now())
  if ('booked' in outcome) return storeNumber(services, orderId, outcome.booked)
  if ('refused' in outcome) return markFailed(services, orderId, 'refused', outcome.refused)
  log.warn({ order: orderId, tried, detail: outcome.detail }, 'accounting: the order could not be handed over')
  const pause = pauses[tried]
  if (pause === undefined) return markFailed(services, orderId, outcome.unsure)
  const startAfter = new Date(now().getTime() + pause * 1000)
  const next: HandOver = { orderId, tried: tried + 1 }
  await db.transaction(trx => services.jobs.send(trx, queue, next, { startAfter }))
}

async function storeNumber(services: Services, orderId: number, number: string): Promise<void> {
  const deed = { rows: orderRows, ids: [orderId], params: { number } }
  const patch = { optimaNumber: number, optimaStatus: OptimaStatus.synchronised }
  const stored = await act(services, {
    ...deed,
    name: 'orders.synchronised',
    when: { currentStatus: [OrderStatus.completed, OrderStatus.invoiced], optimaNumber: [null] },
    run: async trx => void (await Order.query(trx).findById(orderId).patch(patch))
  })
  if (stored.length > 0) return
  const order = await Order.query(services.db).findById(orderId)
  if (!order || order.optimaNumber === number) return
  services.log.warn({ order: orderId, number, has: order.optimaNumber }, 'accounting: the order has another number')
  await act(services, {
    ...deed,
    name: 'orders.numberDiffers',
    run: async trx => void (await Order.query(trx).findById(orderId).patch({ optimaStatus: OptimaStatus.synchronised }))
  })
}

async function markFailed(services: Services, orderId: number, cause: string, detail = ''): Promise<void> {
  await act(services, {
    name: 'orders.syncFailed',
    rows: orderRows,
    ids: [orderId],
    when: { optimaStatus: [OptimaStatus.queued] },
    params: { cause, detail },
    run: async trx => void (await Order.query(trx).findById(orderId).patch({ optimaStatus: OptimaStatus.failed }))
  })
}

export const accountingJobs: NonNullable<Module['jobs']> = [
  // What fails here is ours (a crash, a database that is down): it is run again until it comes to an end of its own.
  {
    name: queue,
    retries: 20,
    expireSeconds: 60,
    parallel: 4,
    run: (services, work: HandOver) => handOver(services, work)
  }
]
