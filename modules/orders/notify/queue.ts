/** Queues messages to drivers about their orders. */
import type { Knex } from 'knex'
import { languageOf } from '../../../src/contract/languages.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { queueMessage, type Say } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { type Withdrawn, withdrawnFrom } from '../planning/notified.ts'
import { orders } from '../resource.ts'
import { messagesOf, noticeOf, type Stop, stopsOf, textOfFacts } from './notice.ts'
import { addressOf, type Channel, type Recipient } from './recipients.ts'

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
  const address = driver && addressOf(driver, channel)
  if (!driver?.driverId || !address) return
  const language = languageOf(driver.language)
  const business = services.settings.businessName
  const writing = { isEmail: channel === MessageChannel.email, language, now: services.now(), business }
  const orderIds = recipients.map(({ orderId }) => orderId)
  const stops = await stopsOf(trx, orderIds, language)
  const withdrawn = await withdrawnFrom(trx, orderIds)
  const sayTo: Say = (key, params) => services.messages.say(language, key, params)
  for (const { stops: some, withdrawn: off } of messagesOf(sayTo, stops, writing, withdrawn))
    await queueMessage(services, trx, {
      to: { accountId: driver.driverId, address, language },
      channel,
      type: MessageType.orderForDriver,
      about: {
        resourceType: orders.type,
        ids: idsOf(some, off),
        snapshot: id => snapshotOf(id, some, off)
      },
      words: say => noticeOf(say, some, writing, off)
    })
}
