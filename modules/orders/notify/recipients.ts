/** The recipients of the messages about orders. */
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { underWay } from '../../notifications/public.ts'
import { MessageChannel } from '../../notifications/schema.ts'
import { leftJoinAccount, personName } from '../../users/public.ts'
import { throwNotifyError } from '../errors.ts'
import { driverOf, isNotified } from '../planning/notified.ts'
import { orders } from '../resource.ts'
import { addressOf, type Channel, type Contact } from './driver-message.ts'
import { factsOf, planText } from './notice.ts'

/** An order and who drives there, if anybody. */
export interface Recipient extends Contact {
  readonly orderId: number
  readonly number: string
  readonly driver: string | null
  /** Whether the vehicle's driver was notified of this order, and its route is still as the message said (`isNotified`). */
  readonly notified: boolean
  /** Whether it was planned with another driver. */
  readonly isOthers: boolean
  /** The order's plan, as `planText` writes it. */
  readonly plan: string
}

/** A recipient for each order, in the order of the ids. */
export const recipientsOf = (database: Database, orderIds: readonly number[]): Promise<Recipient[]> =>
  query<Recipient>(
    database,
    sql`select o.id as "orderId", o.number, d.id as "driverId", ${personName('d')} as driver,
        ${isNotified('o')} as notified, d.id is distinct from o.driver_id as "isOthers", ${raw(planText)} as plan, d.phone, d.email, coalesce(d.language, 1) as language
      from orders.orders o ${leftJoinAccount('d', driverOf('o'))}
        left join orders.stops s on s.order_id = o.id
      where o.id = any(${orderIds}::int[]) order by o.id`
  )

/** Throws unless every order has a driver with an address for the channel: messages are sent about all orders or none. */
export function requireRecipients(recipients: readonly Recipient[], channel: Channel): void {
  const withoutDriver = recipients.filter(({ driverId }) => driverId === null)
  if (withoutDriver.length > 0) throwNotifyError('noDriver', { params: { orders: numbersOf(withoutDriver) } })
  const withoutAddress = recipients.filter(recipient => !addressOf(recipient, channel))
  if (withoutAddress.length === 0) return
  const error = channel === MessageChannel.email ? 'noEmail' : 'noPhone'
  throwNotifyError(error, { params: { orders: numbersOf(withoutAddress) } })
}

const numbersOf = (recipients: readonly Recipient[]): string => recipients.map(({ number }) => number).join(', ')

/** Marks recipients to whom a message of the channel with the same plan is still being sent: they count as notified. */
export async function withUnderWay(
  database: Database,
  recipients: readonly Recipient[],
  channel: Channel
): Promise<(Recipient & { readonly isUnderWay: boolean })[]> {
  const ids = recipients.map(({ orderId }) => orderId)
  const messages = await underWay(database, orders.type, ids, channel)
  return recipients.map(recipient => {
    const { orderId, driverId, notified, plan } = recipient
    const isUnderWay = messages.some(
      message =>
        message.id === orderId && message.accountId === driverId && factsOf(message.snapshot ?? '').plan === plan
    )
    return { ...recipient, notified: notified || isUnderWay, isUnderWay }
  })
}
