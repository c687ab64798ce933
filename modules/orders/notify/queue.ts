/** Messages to drivers about their orders. */

import type { Knex } from 'knex'
import { languageOf } from '../../../src/contract/languages.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { queueMessage, type Say } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { orders } from '../resource.ts'
import { messagesOf, noticeOf, stopsOf } from './notice.ts'
import { addressOf, type Channel, type Recipient } from './recipients.ts'

/** Queues the messages of all orders, driver by driver. Each order has a driver with an address. */
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
  const writing = { isEmail: channel === MessageChannel.email, language, now: services.now() }
  const orderIds = recipients.map(({ orderId }) => orderId)
  const stops = await stopsOf(trx, orderIds, language)
  const sayTo: Say = (key, params) => services.messages.say(language, key, params)
  for (const some of messagesOf(sayTo, stops, writing))
    await queueMessage(services, trx, {
      to: { accountId: driver.driverId, address, language },
      channel,
      type: MessageType.orderForDriver,
      about: {
        resourceType: orders.type,
        ids: some.map(({ orderId }) => orderId),
        snapshot: id => some.find(({ orderId }) => orderId === id)?.plan ?? null
      },
      words: say => noticeOf(say, some, writing)
    })
}
