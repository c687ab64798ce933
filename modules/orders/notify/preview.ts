/** A preview of the messages of a notification, driver by driver. Nothing is sent. */
import { type Static, Type } from '@sinclair/typebox'
import { refuseField } from '../../../src/kernel/commands/validation.ts'
import { readIds } from '../../../src/kernel/routes/id-list.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { EnumOf, Id, Nullable } from '../../../src/kernel/schema.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { MessageChannel } from '../../notifications/schema.ts'
import { withdrawnFrom } from '../planning/notified.ts'
import { type Channel, driverMessage } from './driver-message.ts'
import { messagesOf, noticeOf, stopsOf } from './notice.ts'
import { type Recipient, recipientsOf, withUnderWay } from './recipients.ts'

export const DriverNotice = Type.Object({
  driverId: Nullable(Id),
  driver: Nullable(Type.String()),
  address: Nullable(Type.String({ description: 'null: the driver cannot be reached this way' })),
  orders: Type.Array(Id, { description: 'all of the asked ones that are this driver’s' }),
  notified: Type.Integer({ minimum: 0, description: 'of these, those that the driver was notified of before' }),
  sent: Type.Array(Id, { description: 'of these, those that the messages would be about' }),
  reassigned: Type.Integer({
    minimum: 0,
    description: 'of those, the ones that were planned with another driver: sending the messages gives them to this one'
  }),
  messages: Type.Array(Type.String(), { description: 'texts as they would go, in the language of the driver' })
})

/** The most orders in one call. */
const maxOrders = 500

/** The recipients of each driver, and those without one. */
function byDriver(recipients: readonly Recipient[]): [Recipient, ...Recipient[]][] {
  const own = new Map<number | null, [Recipient, ...Recipient[]]>()
  for (const recipient of recipients) {
    const others = own.get(recipient.driverId)
    if (others) others.push(recipient)
    else own.set(recipient.driverId, [recipient])
  }
  return [...own.values()]
}

async function noticeFor(
  services: Services,
  own: readonly [Recipient, ...Recipient[]],
  channel: Channel,
  again: boolean
): Promise<Static<typeof DriverNotice>> {
  const [{ driverId, driver }] = own
  const { say, writing, ...to } = driverMessage(services, own[0], channel)
  const address = driverId === null ? null : to.address
  const sent = address ? own.filter(({ notified }) => again || !notified).map(({ orderId }) => orderId) : []
  const stops = sent.length > 0 ? await stopsOf(services.db, sent, writing.language) : []
  const withdrawn = await withdrawnFrom(services.db, sent)
  return {
    driverId,
    driver: driverId ? driver : null,
    address,
    orders: own.map(({ orderId }) => orderId),
    notified: own.filter(({ notified }) => notified).length,
    sent,
    reassigned: own.filter(({ orderId, isOthers }) => isOthers && sent.includes(orderId)).length,
    messages:
      stops.length > 0
        ? messagesOf(say, stops, writing, withdrawn).map(
            part => noticeOf(say, part.stops, writing, part.withdrawn, part.isFirst).body
          )
        : []
  }
}

const Ids = Type.String({ maxLength: 6000 })

export const noticeRoute = defineRoute({
  url: '/api/Admin/Orders/notices',
  access: ['ADMIN'],
  summary: `The messages that a notification of these orders' drivers would send, driver by driver; at most ${maxOrders} orders`,
  query: Type.Object({
    ids: Type.Union([Ids, Type.Array(Ids, { maxItems: maxOrders })], { description: '`1,2,3`, or repeated' }),
    channel: Type.Optional(EnumOf(MessageChannel)),
    again: Type.Boolean({ default: false, description: 'also of orders that the driver was notified of before' })
  }),
  answer: ListResponse(DriverNotice),
  run: async ({ services, query: { ids, channel = MessageChannel.sms, again } }) => {
    const wanted = readIds(ids) ?? refuseField('ids', 'orders.print.ids')
    if (wanted.length > maxOrders) refuseField('ids', 'orders.print.tooMany', { max: maxOrders })
    const recipients = await withUnderWay(services.db, await recipientsOf(services.db, wanted), channel)
    orNotFound(recipients.length === wanted.length ? recipients : undefined)
    const data: Static<typeof DriverNotice>[] = []
    for (const own of byDriver(recipients)) data.push(await noticeFor(services, own, channel, again))
    return { data, total: data.length }
  }
})
