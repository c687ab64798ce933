import { raw, sql } from '../../src/kernel/database/sql.ts'
import { defineRows } from '../../src/kernel/resources/rows.ts'
import { SentMessage } from './schema.ts'

const id = { type: 'integer', minimum: 1, maximum: 2_147_483_647 } as const

/** Messages to people. No client sees any. */
export const messageRows = defineRows({
  type: 'notifications.sent',
  schema: SentMessage,
  table: 'notifications.messages',
  alias: 'm',
  fields: {
    id: 'm.id',
    body: 'm.body',
    channel: 'm.channel',
    status: 'm.status',
    type: 'm.type',
    sentDate: 'm.sent_date',
    to: 'm.address',
    error: 'm.error'
  },
  visibleTo: ({ role }) => (role === 'ADMIN' ? undefined : raw('false')),
  filters: {
    userId: { schema: id, where: (accountId: number) => sql`m.account_id = ${accountId}` },
    orderId: {
      schema: id,
      where: (orderId: number) =>
        sql`m.id in (select s.message_id from notifications.subjects s where s.resource_type = 'orders.order' and s.subject_id = ${orderId})`
    }
  }
})
