/** Queues messages to people, in the transaction of the change that they report, and tells of those that are on their way. */

import type { Knex } from 'knex'
import type { Language } from '../../src/contract/languages.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint } from '../../src/kernel/extension-points.ts'
import { inPlainLetters } from '../../src/kernel/messaging/plain-letters.ts'
import type { Services } from '../../src/kernel/services.ts'
import { Message, MessageSubject } from './models.ts'
import { MessageChannel, MessageStatus, type MessageType } from './schema.ts'

export const sendJob = 'notifications.send'

/**
 * The data of the job that sends a message. The language of an e-mail is not stored with it: it is only needed for its `lang`
 * attribute.
 */
export interface SendJob {
  readonly id: number
  readonly language?: Language
}

/** The separator between the parts of a snapshot. */
export const snapshotParts = '; '

/** A row that a message is about. */
export interface Subject {
  readonly id: number
  /** What the message says about the row, as a text that its module compares later; null: nothing is compared. */
  readonly snapshot: string | null
}

/** The rows that an accepted message is about, and who got it. */
interface Delivered {
  readonly subjects: readonly Subject[]
  /** Null: somebody without an account. */
  readonly accountId: number | null
  readonly at: Date
}

/**
 * Called when the gateway has accepted a message about rows of a resource type, in the transaction that records the message as sent. If it
 * fails, only its own changes are rolled back.
 */
export const onMessageDelivered = defineExtensionPoint<{
  readonly resourceType: string
  /** Only for messages of this type. */
  readonly type?: CodeOf<typeof MessageType>
  run(trx: Database, delivered: Delivered): Promise<void>
}>('notifications.messageDelivered')

/**
 * A secret that a message carries and its record does not: in the stored text stands `mask`, which is replaced when the message is sent. Each
 * try of a message must have the same secret, because the gateway may have taken any of them.
 */
export const messageSecrets = defineExtensionPoint<{
  /** Only in messages of these types: a text that somebody has typed into another one stays as it is. */
  readonly types: readonly CodeOf<typeof MessageType>[]
  mask(services: Services): string
  /** What stands in its place. */
  reveal(
    services: Services,
    message: { readonly accountId: number | null; readonly about: readonly Named[] }
  ): Promise<string>
}>('notifications.messageSecrets')

/** A row that a message is about, by its resource type. */
interface Named {
  readonly resourceType: string
  readonly id: number
}

export interface Receiver {
  /** Null: somebody without an account. */
  readonly accountId: number | null
  /** A phone number or e-mail address, by the channel. */
  readonly address: string
  readonly language: Language
}

/** Returns the text of a message key in the receiver's language. */
export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string

export interface Words {
  /** The subject of an e-mail; not used for an SMS. */
  readonly subject: string
  readonly body: string
}

/** Rows that a message is about: `{ resourceType: 'orders.order', ids, snapshot: id => … }`. */
export interface About {
  readonly resourceType: string
  readonly ids: readonly number[]
  snapshot?(id: number): string | null
}

export interface MessageOrder {
  readonly to: Receiver
  readonly channel: CodeOf<typeof MessageChannel>
  readonly type: CodeOf<typeof MessageType>
  readonly about: About | readonly About[]
  words(say: Say): Words
}

/**
 * Records a message and queues it to be sent after the commit: an SMS exactly once and without diacritics, an e-mail at most once. Returns
 * the id of the record, whose status shows the outcome.
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
    body: channel === MessageChannel.sms ? inPlainLetters(body) : body,
    createdAt: at,
    sentDate: at
  })
  const subjects = [about]
    .flat()
    .flatMap(({ resourceType, ids, snapshot }) =>
      ids.map(subjectId => ({ messageId: id, resourceType, subjectId, snapshot: snapshot?.(subjectId) ?? null }))
    )
  if (subjects.length > 0) await MessageSubject.query(trx).insert(subjects)
  await jobs.send(trx, sendJob, { id, language: to.language } satisfies SendJob)
  return id
}

/** A row that a message is about which is not sent yet. */
export interface UnderWay extends Subject {
  readonly accountId: number | null
}

/** Those of the ids for which a message of the channel is being sent: queued, and neither accepted by the gateway nor failed. */
export const underWay = (
  database: Database,
  resourceType: string,
  ids: readonly number[],
  channel: CodeOf<typeof MessageChannel>
): Promise<UnderWay[]> =>
  query<UnderWay>(
    database,
    sql`select s.subject_id as id, s.snapshot, m.account_id as "accountId"
      from notifications.subjects s join notifications.messages m on m.id = s.message_id
      where s.resource_type = ${resourceType} and s.subject_id = any(${[...ids]}::int[])
        and m.status = ${MessageStatus.inProgress} and m.channel = ${channel}`
  )

/**
 * An SQL condition: a message to the account, of either channel, is being sent whose snapshot of the row has the part `said`. The
 * parameters after the type are SQL expressions.
 */
export const isUnderWay = (resourceType: string, id: string, accountId: string, said: string): string =>
  `exists (select 1 from notifications.subjects ms join notifications.messages mm on mm.id = ms.message_id
    where ms.resource_type = '${resourceType}' and ms.subject_id = ${id} and mm.account_id = ${accountId}
      and mm.status = ${MessageStatus.inProgress} and ${said} = any(string_to_array(ms.snapshot, '${snapshotParts}')))`
