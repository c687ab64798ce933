/** The public API of notifications: ordering a message to a person, in the transaction of the change that it reports. */
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

/** The job that sends one message. What an e-mail is written in is not kept with it: it only says so to whoever reads it aloud. */
export interface SendJob {
  readonly id: number
  readonly language?: Language
}

/** Stands between the parts of a snapshot that says several things. */
export const snapshotParts = '; '

/** A row that a message is about. */
export interface Subject {
  readonly id: number
  /** What the message says of it, in a text that its module compares; null: nothing is compared. */
  readonly snapshot: string | null
}

/**
 * What follows once the gateway has taken a message about rows of a resource type. It runs in the transaction that records
 * the message as sent; when it fails, it alone is rolled back.
 */
export const onMessageDelivered = defineExtensionPoint<{
  readonly resourceType: string
  run(trx: Database, delivered: { readonly subjects: readonly Subject[]; readonly accountId: number }): Promise<void>
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
  /** What it is about: `{ resourceType: 'orders.order', ids, snapshot: id => … }`. */
  readonly about: {
    readonly resourceType: string
    readonly ids: readonly number[]
    snapshot?(id: number): string | null
  }
  words(say: Say): Words
}

/**
 * Records the message and has it sent after the commit: an SMS exactly once and in plain letters, an e-mail at most once. Gives the
 * id of its record, whose status shows what became of it.
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
  const { resourceType, ids } = about
  const subjects = ids.map(subjectId => ({
    messageId: id,
    resourceType,
    subjectId,
    snapshot: about.snapshot?.(subjectId) ?? null
  }))
  if (subjects.length > 0) await MessageSubject.query(trx).insert(subjects)
  await jobs.send(trx, sendJob, { id, language: to.language } satisfies SendJob)
  return id
}

/** A row of a message that is still under way. */
export interface UnderWay extends Subject {
  readonly accountId: number
}

/** The rows among the ids of which a message of the channel is under way: ordered, and neither taken by the gateway nor failed. */
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
 * SQL: a message to the account, of either channel, is under way that says this of a row, as one part of its snapshot or all of it. The
 * id, the account and what it says are expressions.
 */
export const isUnderWay = (resourceType: string, id: string, accountId: string, said: string): string =>
  `exists (select 1 from notifications.subjects ms join notifications.messages mm on mm.id = ms.message_id
    where ms.resource_type = '${resourceType}' and ms.subject_id = ${id} and mm.account_id = ${accountId}
      and mm.status = ${MessageStatus.inProgress} and ${said} = any(string_to_array(ms.snapshot, '${snapshotParts}')))`
