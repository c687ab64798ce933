/** Queues messages to drivers about their orders. */
import type { Knex } from 'knex'
import type { Services } from '../../../src/kernel/services.ts'
import { type Withdrawn, withdrawnFrom } from '../planning/notified.ts'
import { type Channel, driverMessage } from './driver-message.ts'
import { messagesOf, noticeOf, type Stop, stopsOf, textOfFacts } from './notice.ts'
import type { Recipient } from './recipients.ts'

/** Queues the messages about all orders, driver by driver. Every order must have a driver with an address (`requireRecipients`). */
export async function queueNotices(
  services: Services,
  trx: Knex.Transaction,
  recipients: readonly Recipient[],
  channel: Channel
): Promise<void> {
  for (const driverId of new Set(recipients.map(recipient => recipient.driverId)))
    await queueForDriver(
      services,
      trx,
      recipients.filter(recipient => recipient.driverId === driverId),
      channel
    )
}

/** The ids of the orders in a message, each once: a message may name an order both as withdrawn and at its new stop. */
const idsOf = (stops: readonly Stop[], off: readonly Withdrawn[]): number[] => [
  ...new Set([...stops, ...off].map(({ orderId }) => orderId))
]

/** What the message says about one order, as a text. */
const snapshotOf = (id: number, stops: readonly Stop[], off: readonly Withdrawn[]): string => {
  const plan = stops.find(({ orderId }) => orderId === id)?.plan
  const withdrawn = off.filter(({ orderId }) => orderId === id).map(({ routeId }) => routeId)
  return textOfFacts({ ...(plan === undefined ? {} : { plan }), withdrawn })
}

async function queueForDriver(
  services: Services,
  trx: Knex.Transaction,
  recipients: readonly Recipient[],
  channel: Channel
): Promise<void> {
  const [driver] = recipients
  if (!driver) return
  const { queue, say, writing } = driverMessage(services, driver, channel)
  const orderIds = recipients.map(({ orderId }) => orderId)
  const stops = await stopsOf(trx, orderIds, writing.language)
  const withdrawn = await withdrawnFrom(trx, orderIds)
  for (const { stops: some, withdrawn: off, isFirst } of messagesOf(say, stops, writing, withdrawn))
    await queue(trx, {
      orderIds: idsOf(some, off),
      snapshot: id => snapshotOf(id, some, off),
      words: inWords => noticeOf(inWords, some, writing, off, isFirst)
    })
}
