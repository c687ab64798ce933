/** Messages to people that did not arrive, with whom they were for; and the commands that send one again, or say that it is dealt with. */
import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../src/kernel/commands/command.ts'
import { defineCounter } from '../../src/kernel/counters.ts'
import { raw, sql } from '../../src/kernel/database/sql.ts'
import { inPattern } from '../../src/kernel/database/text.ts'
import { definePage } from '../../src/kernel/pages/pages.ts'
import { detailsTab } from '../../src/kernel/pages/tabs.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { EnumOf, ExactInstant, Id, Nullable, Version } from '../../src/kernel/schema.ts'
import { messages } from './messages.ts'
import { Message } from './models.ts'
import { type SendJob, sendJob } from './queue.ts'
import { MessageChannel, MessageError, MessageStatus, MessageType, NotificationType } from './schema.ts'

const { unknown, unreachable, undelivered, expired } = MessageError

/** Nobody has dealt with it, and it is not the address: what the bell counts. */
const isWaiting = raw(`(failed.settled_at is null and failed.error in (${unknown}, ${unreachable}))`)

export const failedMessages = defineResource({
  type: 'notifications.failed',
  title: 'message that did not arrive',
  titles: 'messages that did not arrive',
  path: '/api/Notifications/failed',
  serves: ['list', 'item'],
  access: ['ADMIN'],
  schema: Type.Object({
    id: Id,
    version: Version,
    sentDate: { ...ExactInstant, description: 'when it was ordered, or first taken by the gateway' },
    person: Nullable(Type.String()),
    to: Nullable(Type.String({ description: 'phone or e-mail that was used; null once the person is erased' })),
    channel: EnumOf(MessageChannel),
    type: EnumOf(MessageType),
    error: EnumOf(MessageError),
    detail: Nullable(Type.String({ description: 'the answer of the gateway or the mail server' })),
    body: Type.String(),
    settledDate: Nullable(ExactInstant),
    isSettled: Type.Boolean(),
    hasAddress: Type.Boolean()
  }),
  table: 'notifications.failed_messages',
  alias: 'failed',
  fields: {
    to: 'address',
    settledDate: 'settled_at',
    isSettled: { sql: '(failed.settled_at is not null)' },
    hasAddress: { sql: '(failed.address is not null)' }
  },
  filters: {
    Person: filter(Type.String({ maxLength: 50 }), text => {
      const term = `%${inPattern(text.trim())}%`
      return sql`(kernel.fold(failed.person) like kernel.fold(${term}) or kernel.fold(failed.address) like kernel.fold(${term}))`
    }),
    Channel: filter(EnumOf(MessageChannel), channel => sql`failed.channel = ${channel}`),
    Error: filter(EnumOf(MessageError), error => sql`failed.error = ${error}`),
    Waiting: filter(Type.Boolean(), waiting => sql`${isWaiting} = ${waiting}`)
  },
  named: 'person',
  sort: '-sentDate'
})

/**
 * Sends the message to the same address once more, with all its tries. An SMS that the gateway has taken and could not deliver gets another
 * key, because the gateway would take the same one for a repetition; any other keeps its key, so that nobody gets it twice.
 */
export const resendMessage = defineCommand(failedMessages, {
  name: 'notifications.resend',
  call: 'POST /api/Notifications/failed/:id/resend',
  selection: 'some',
  access: { ADMIN: { when: { hasAddress: [true] } } },
  ui: { icon: 'send', tone: 'info', key: 'r', confirm: true, effects: ['remove'] },
  async run({ trx, services, hint }, { id, error }) {
    const wasTaken = error === undelivered || error === expired
    await Message.query(trx)
      .findById(id)
      .patch({
        status: MessageStatus.inProgress,
        ...{ error: null, detail: null, sendingSince: null, attempts: 0, settledAt: null, gatewayId: null },
        ...(wasTaken ? { key: trx.raw('gen_random_uuid()') as never } : {})
      })
    await services.jobs.send(trx, sendJob, { id } satisfies SendJob)
    hint(messages.type, [id])
  }
})

/** Somebody has called the driver, or corrected the address: the bell counts it no more. */
export const settleMessage = defineCommand(failedMessages, {
  name: 'notifications.settle',
  call: 'POST /api/Notifications/failed/:id/settle',
  selection: 'some',
  access: { ADMIN: { when: { isSettled: [false] } } },
  ui: { icon: 'check', tone: 'success', key: 'z', confirm: true },
  async run({ trx, now }, { id }) {
    await Message.query(trx).findById(id).patch({ settledAt: now })
  }
})

const commands = [resendMessage, settleMessage]

export const failedMessagesPage = definePage(failedMessages, {
  id: 'notifications.failedMessages',
  route: '/config/failedMessages',
  group: 'settings',
  place: 13,
  columns: [
    { key: 'sentDate', grow: 1 },
    { key: 'person', grow: 1.3 },
    { key: 'to', under: 'person' },
    { key: 'channel', grow: 0.6 },
    { key: 'type', grow: 1.1 },
    { key: 'error', grow: 1.1 },
    { key: 'settledDate', grow: 1 }
  ],
  filters: ['Person', 'Channel', 'Error', 'Waiting'],
  quick: [{ name: 'waiting', filters: { Waiting: true } }],
  commands,
  panel: [
    detailsTab(
      failedMessages,
      ['sentDate', 'person', 'to', 'channel', 'type', 'error', 'detail', 'body', 'settledDate'],
      { commands }
    )
  ]
})

export const failedMessagesCounter = defineCounter(failedMessagesPage, {
  code: NotificationType.failedMessages,
  name: 'failedMessages',
  filters: { Waiting: true },
  icon: 'envelope',
  tone: 'danger'
})
