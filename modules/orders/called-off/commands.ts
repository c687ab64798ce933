/**
 * Notifies the driver that a route is called off, or records that this is not needed. If two planners do so, the second is refused: the
 * route is locked before the rule is checked, and a message that is still being sent counts. Planning an order onto the route waits for
 * the same lock, so no driver is notified about an order that is on the route again.
 */
import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { query, sql } from '../../../src/kernel/database/sql.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import { queueMessage, type Say } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { throwNotifyError } from '../errors.ts'
import { textOfFacts } from '../notify/notice.ts'
import type { Withdrawn } from '../planning/notified.ts'
import { orders } from '../resource.ts'
import { calledOffOf, messagesOf, textOf } from './messages.ts'
import { calledOffRoutes } from './resource.ts'

/** The routes of the rows, as all who change stops lock them. */
const lockRoutes = async ({ trx }: CommandContext, ids: readonly number[]): Promise<void> => {
  await query(
    trx,
    sql`select id from orders.routes where id in (select route_id from orders.driver_routes where id = any(${[...ids]}::int[]))
      order by id for update`
  )
}

/** The orders' own histories have it, where people look for it, and planners' lists are asked again. */
async function record({ recordEvent, hint }: CommandContext, stops: readonly Withdrawn[]): Promise<void> {
  for (const { orderId } of stops) await recordEvent(orders, orderId)
  hint(
    orders.type,
    stops.map(({ orderId }) => orderId)
  )
}

const NoticeForm = defineForm({
  schema: Type.Object({ channel: EnumOf(MessageChannel) }),
  initial: { channel: MessageChannel.sms },
  fields: {
    notice: {
      control: 'part:orders.calledOffNotice',
      reads: { channel: 'channel' },
      transient: { anyOf: [{ type: 'boolean' }, { type: 'null' }] }
    }
  }
})

export const callOff = defineCommand(calledOffRoutes, {
  name: 'orders.callOff',
  call: 'POST /api/Admin/Orders/called-off/:id/notify-driver',
  access: { ADMIN: { when: { calledOff: [true] }, form: NoticeForm } },
  ui: { icon: 'send', queued: true },
  lockFirst: lockRoutes,
  async run(context, { id }, { channel }) {
    const { trx, services, addAuditParams } = context
    const called = await calledOffOf(trx, id)
    const { driverId, phone, email, language, stops } = called
    const isEmail = channel === MessageChannel.email
    const address = isEmail ? email : phone
    if (!address) {
      const numbers = stops.map(({ number }) => number).join(', ')
      return throwNotifyError(isEmail ? 'noEmail' : 'noPhone', { params: { orders: numbers } })
    }
    const writing = { isEmail, language, now: services.now(), business: services.settings.businessName }
    const sayTo: Say = (key, params) => services.messages.say(language, key, params)
    for (const some of messagesOf(sayTo, called, writing))
      await queueMessage(services, trx, {
        to: { accountId: driverId, address, language },
        channel,
        type: MessageType.orderForDriver,
        about: {
          resourceType: orders.type,
          ids: some.map(({ orderId }) => orderId),
          snapshot: of =>
            textOfFacts({ withdrawn: some.filter(({ orderId }) => orderId === of).map(({ routeId }) => routeId) })
        },
        words: say => textOf(say, called, some, writing)
      })
    addAuditParams({ channel })
    await record(context, stops)
  }
})

export const settleCalledOff = defineCommand(calledOffRoutes, {
  name: 'orders.settleCalledOff',
  call: 'PUT /api/Admin/Orders/called-off/:id/settle',
  access: { ADMIN: { when: { calledOff: [true] } } },
  ui: { icon: 'check', confirm: true },
  lockFirst: lockRoutes,
  async run(context, { id }) {
    const { trx } = context
    const { stops, driverId } = await calledOffOf(trx, id)
    await query(trx, sql`update orders.driver_routes set version = version + 1 where id = ${id}`)
    await query(
      trx,
      sql`delete from orders.withdrawn_stops w using orders.driver_routes c
        where c.id = ${id} and w.route_id = c.route_id and w.driver_id = ${driverId}
          and w.order_id = any(${stops.map(({ orderId }) => orderId)}::int[])`
    )
    await record(context, stops)
  }
})
