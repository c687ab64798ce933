/** The public API of notifications: ordering a message to a person, in the transaction of the change that it reports. */
import type { Knex } from 'knex'
import type { Language } from '../../src/contract/languages.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint } from '../../src/kernel/extension-points.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Message, MessageSubject } from './models.ts'
import { MessageChannel, type MessageType } from './schema.ts'

/** The job that sends one message: `{ id }`. */
export const sendJob = 'notifications.send'

/**
 * What follows once the gateway has taken a message about rows of a resource type. It runs in the transaction that records
 * the message as sent; when it fails, it alone is rolled back.
 */
export const onMessageDelivered = defineExtensionPoint<{
  readonly resourceType: string
  run(trx: Database, delivered: { readonly ids: readonly number[]; readonly accountId: number }): Promise<void>
}>('notifications.messageDelivered')

export interface Receiver {
  readonly accountId: number
  /** Phone or e-mail, by the channel. */
  readonly address: string
  readonly language: Language
}

/** The text of a message key in the receiver's language. */
export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string

export interface Words {
  /** Of an e-mail; an SMS has none. */
  readonly subject: string
  readonly body: string
}

export interface MessageOrder {
  readonly to: Receiver
  readonly channel: CodeOf<typeof MessageChannel>
  readonly type: CodeOf<typeof MessageType>
  /** What it is about: `{ resourceType: 'orders.order', ids }`. */
  readonly about: { readonly resourceType: string; readonly ids: readonly number[] }
  words(say: Say): Words
}

/**
 * Records the message and has it sent after the commit: an SMS exactly once, an e-mail at most once. Gives the id of its
 * record, whose status shows what became of it.
 */
export async function queueMessage(
  { jobs, messages, now }: Services,
  trx: Knex.Transaction,
  { to, channel, type, about, words }: MessageOrder
): Promise<number> {
  const { subject, body } = words((key, params) => messages.say(to.language, key, params))
  const at = now()
  const { id } = await Message.query(trx).insert({
    accountId: to.accountId,
    channel,
    type,
    address: to.address,
    subject: channel === MessageChannel.email ? subject : null,
    body,
    createdAt: at,
    sentDate: at
  })
  const { resourceType, ids } = about
  const subjects = ids.map(subjectId => ({ messageId: id, resourceType, subjectId }))
  if (subjects.length > 0) await MessageSubject.query(trx).insert(subjects)
  await jobs.send(trx, sendJob, { id })
  return id
}
