/** The message to the driver of a called-off route, before it is sent. */
import { Type } from '@sinclair/typebox'
import { defineRoute, ListResponse } from '../../../src/kernel/routes/route.ts'
import { EnumOf } from '../../../src/kernel/schema.ts'
import type { Say } from '../../notifications/public.ts'
import { MessageChannel } from '../../notifications/schema.ts'
import { DriverNotice } from '../notify/preview.ts'
import { calledOffOf, messagesOf, textOf } from './messages.ts'

export const calledOffNotice = defineRoute({
  url: '/api/Admin/Orders/called-off/:id/notice',
  access: ['ADMIN'],
  summary: 'The message that would tell the driver that the orders of a route are off',
  query: Type.Object({ channel: Type.Optional(EnumOf(MessageChannel)) }),
  answer: ListResponse(DriverNotice),
  run: async ({ services, id, query: { channel = MessageChannel.sms } }) => {
    const called = await calledOffOf(services.db, id)
    const { driverId, driver, phone, email, language, stops } = called
    const isEmail = channel === MessageChannel.email
    const address = isEmail ? email : phone
    const writing = { isEmail, language, now: services.now(), business: services.settings.businessName }
    const say: Say = (key, params) => services.messages.say(language, key, params)
    const messages = messagesOf(say, called, writing).map(some => textOf(say, called, some, writing).body)
    const orders = stops.map(({ orderId }) => orderId)
    const notice = { driverId, driver, address, orders, notified: 0, sent: address ? orders : [], reassigned: 0 }
    return { data: [{ ...notice, messages: address && stops.length > 0 ? messages : [] }], total: 1 }
  }
})
