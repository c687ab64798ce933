/** A message to a driver: by which address, in which language, and how it is written. */
import type { Knex } from 'knex'
import { type Language, languageOf } from '../../../src/contract/languages.ts'
import type { CodeOf } from '../../../src/contract/vocabulary.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { queueMessage, type Say, type Words } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { type DriverApp, driverApp } from '../points.ts'
import { orders } from '../resource.ts'

export type Channel = CodeOf<typeof MessageChannel>

/** How a message is written. */
export interface Writing {
  readonly isEmail: boolean
  readonly language: Language
  readonly now: Date
  /** The name of the business, which sends the message. */
  readonly business: string
  /** Where the driver finds the route on the phone. */
  readonly app?: DriverApp | undefined
}

/** What is read of a driver's account to reach the driver. */
export interface Contact {
  /** null: nobody drives. */
  readonly driverId: number | null
  readonly phone: string | null
  readonly email: string | null
  /** A code of `languages`. */
  readonly language: number
}

/** What one message says about orders. */
interface Content {
  readonly orderIds: readonly number[]
  /** What it says about one of them, as a text. */
  snapshot(orderId: number): string
  words(say: Say): Words
}

export interface DriverMessage {
  /** null: the driver cannot be reached this way. */
  readonly address: string | null
  readonly writing: Writing
  /** Texts in the language of the driver. */
  readonly say: Say
  /** Queues a message; the caller has checked that there is a driver with an address. */
  queue(trx: Knex.Transaction, content: Content): Promise<void>
}

/** The e-mail address or the phone number; null if the driver has none. */
export const addressOf = ({ phone, email }: Contact, channel: Channel): string | null =>
  channel === MessageChannel.email ? email : phone

/** Messages to the driver by the channel: to be shown, or to be queued. */
export function driverMessage(services: Services, driver: Contact, channel: Channel): DriverMessage {
  const language = languageOf(driver.language)
  const address = addressOf(driver, channel)
  const isEmail = channel === MessageChannel.email
  return {
    address,
    writing: {
      isEmail,
      language,
      now: services.now(),
      business: services.settings.businessName,
      app: driverApp.of(services.extensions)(services)
    },
    say: (key, params) => services.messages.say(language, key, params),
    async queue(trx, { orderIds, snapshot, words }) {
      if (driver.driverId === null || !address) throw new Error('A message to a driver has no driver, or no address')
      await queueMessage(services, trx, {
        to: { accountId: driver.driverId, address, language },
        channel,
        type: MessageType.orderForDriver,
        about: { resourceType: orders.type, ids: orderIds, snapshot },
        words
      })
    }
  }
}
