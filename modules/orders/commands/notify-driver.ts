import { Type } from '@sinclair/typebox'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { MessageChannel } from '../../notifications/schema.ts'
import { queueNotices } from '../notify/queue.ts'
import { recipientsOf, requireRecipients, withUnderWay } from '../notify/recipients.ts'
import { handOver } from '../planning/stops.ts'
import { orders } from '../resource.ts'
import { may } from '../rules.ts'

const NoticeForm = defineForm({
  schema: Type.Object({
    channel: EnumOf(MessageChannel),
    orders: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  initial: { channel: MessageChannel.sms },
  fields: {
    // which of the selected orders are sent: by default those that the driver was not notified of yet
    recipients: {
      control: 'part:orders.notices',
      reads: { channel: 'channel' },
      transient: {
        type: 'array',
        items: { type: 'integer' },
        minItems: 1,
        messages: { otherwise: 'orders.notifyDriver.nobody' }
      }
    }
  }
})

/**
 * Sends the drivers of the selected orders a message about them: one each, or several SMS if the text is too long for one. If a
 * vehicle has got another driver since its orders were planned, they become that driver's.
 */
export const notifyDriver = defineCommand(orders, {
  name: 'orders.notifyDriver',
  call: 'POST /api/Admin/Orders/notify-driver',
  wire: { scope: 'orders:write', ids: 'orders', idsFrom: 'recipients', counts: 'driverId' },
  selection: 'some',
  access: { ADMIN: { when: may('notifyDriver'), form: NoticeForm } },
  ui: { icon: 'send', key: 'm' },
  async runAll({ trx, services, addAuditParams }, rows, { channel }) {
    const ids = rows.map(({ id }) => id)
    await handOver(trx, ids)
    const recipients = await recipientsOf(trx, ids)
    requireRecipients(recipients, channel)
    const waiting = await withUnderWay(trx, recipients, channel)
    const others = waiting.filter(({ isUnderWay }) => !isUnderWay)
    await queueNotices(services, trx, others, channel)
    addAuditParams({ channel })
  }
})
