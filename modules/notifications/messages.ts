import { sql } from '../../src/kernel/database/sql.ts'
import { filter } from '../../src/kernel/resources/fields.ts'
import { defineResource } from '../../src/kernel/resources/resource.ts'
import { Id } from '../../src/kernel/schema.ts'
import { SentMessage } from './schema.ts'

/** Messages to people. No client sees any. */
export const messages = defineResource({
  type: 'notifications.sent',
  title: 'message',
  titles: 'messages to a person, or about an order, newest first',
  path: '/api/Notifications/sent',
  serves: ['list'],
  access: ['ADMIN'],
  schema: SentMessage,
  table: 'notifications.messages',
  alias: 'message',
  fields: { to: 'address' },
  filters: {
    userId: filter(Id, accountId => sql`message.account_id = ${accountId}`),
    orderId: filter(
      Id,
      orderId => sql`message.id in (select subject.message_id from notifications.subjects subject
        where subject.resource_type = 'orders.order' and subject.subject_id = ${orderId})`
    )
  },
  sort: '-sentDate'
})
