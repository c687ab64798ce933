/** The door: whoever has something to say to a person orders a message in the transaction of the change that says it. */
import type { Knex } from 'knex'
import type { Language } from '../../src/contract/languages.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import { queryOne, sql } from '../../src/kernel/database/sql.ts'
import type { Services } from '../../src/kernel/services.ts'
import { MessageChannel, type MessageType } from './schema.ts'
import { sendJob } from './send.ts'

export interface Receiver {
  readonly accountId: number
  /** Phone or e-mail, by the channel. */
  readonly address: string
  readonly language: Language
}

/** Says a message key in the receiver's language. */
export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string

export interface Words {
  /** Of a letter; an SMS has none. */
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
 * Keeps the message and has it sent after the commit: an SMS exactly once, a letter at most once. Gives the id of its record,
 * whose status says what became of it.
 */
export async function queueMessage(
  { jobs, messages, now }: Services,
  trx: Knex.Transaction,
  { to, channel, type, about, words }: MessageOrder
): Promise<number> {
  const said = words((key, params) => messages.say(to.language, key, params))
  const subject = channel === MessageChannel.email ? said.subject : null
  const at = now()
  const made = await queryOne<{ id: number }>(
    trx,
    sql`with message as (
        insert into notifications.messages (account_id, channel, type, address, subject, body, created_at, sent_date)
          values (${to.accountId}, ${channel}, ${type}, ${to.address}, ${subject}, ${said.body}, ${at}, ${at})
          returning id
      ), subjects as (
        insert into notifications.subjects (resource_type, subject_id, message_id)
          select ${about.resourceType}, subject, message.id from message, unnest(${about.ids}::int[]) subject
      )
      select id from message`
  )
  const { id } = made as { id: number }
  await jobs.send(trx, sendJob, { id })
  return id
}
