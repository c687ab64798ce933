import { Type } from '@sinclair/typebox'
import { type CommandContext, defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { EnumOf, Id } from '../../../src/kernel/schema.ts'
import { queueMessage } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { throwNotifyError } from '../notify/errors.ts'
import { driverLanguage, inMessages, type Load, loadsOf, noticeOf, type Stop, stopsOf } from '../notify/notice.ts'
import { orderRows } from '../resource.ts'
import { may } from '../rules.ts'

const Notice = defineForm({
  schema: Type.Object({
    channel: EnumOf(MessageChannel),
    orders: Type.Array(Id, { minItems: 1, maxItems: 500 })
  }),
  initial: { channel: MessageChannel.sms }
})

interface Input {
  readonly channel: 0 | 1
}

const numbersOf = (loads: readonly Load[]): string => loads.map(({ number }) => number).join(', ')

/** Every order must have somebody to tell, or nobody is told. */
function requireRecipients(loads: readonly Load[], channel: number): void {
  const without = loads.filter(({ driverId }) => driverId === null)
  if (without.length > 0) throwNotifyError('noDriver', { params: { orders: numbersOf(without) } })
  const isSms = channel === MessageChannel.sms
  const silent = loads.filter(({ phone, email }) => !(isSms ? phone : email))
  if (silent.length > 0) throwNotifyError(isSms ? 'noPhone' : 'noEmail', { params: { orders: numbersOf(silent) } })
}

async function tell({ trx, services }: CommandContext, mine: readonly Load[], channel: 0 | 1): Promise<void> {
  const [driver] = mine as [Load]
  const language = driverLanguage(driver)
  const isLetter = channel === MessageChannel.email
  const ids = mine.map(({ orderId }) => orderId)
  const stops = await stopsOf(trx, ids, language)
  const words = (some: readonly Stop[]) =>
    noticeOf((key, params) => services.messages.say(language, key, params), some, isLetter)
  const messages = isLetter ? [stops] : inMessages(stops, some => words(some).body.length)
  for (const some of messages) {
    await queueMessage(services, trx, {
      to: {
        accountId: driver.driverId as number,
        address: (isLetter ? driver.email : driver.phone) as string,
        language
      },
      channel,
      type: MessageType.orderForDriver,
      about: { resourceType: orderRows.type, ids: some.map(({ orderId }) => orderId) },
      words: say => noticeOf(say, some, isLetter)
    })
  }
}

/** Tells the drivers of the chosen orders what awaits them: each in one message, or in several SMS where one cannot hold it. */
export const notifyDriver = defineCommand(orderRows)({
  name: 'orders.notifyDriver',
  call: 'POST /api/Admin/Orders/notify-driver',
  ids: 'orders',
  bulk: 'all',
  icon: 'send',
  selection: 'some',
  access: { ADMIN: { when: may('finish'), form: Notice } },
  effects: ['reload'],
  async runAll(context, rows, { channel }: Input) {
    const loads = await loadsOf(
      context.trx,
      rows.map(({ id }) => id)
    )
    requireRecipients(loads, channel)
    for (const driver of new Set(loads.map(({ driverId }) => driverId)))
      await tell(
        context,
        loads.filter(({ driverId }) => driverId === driver),
        channel
      )
    context.addAuditParams({ channel })
  }
})
