/**
 * Some of the orders are planned, and their drivers notified by SMS, which a worker sends to a gateway that speaks the real protocol. What a call
 * has acknowledged must go out, and no order may be in two messages.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { aGateway } from '../../../test/helper/gateway.ts'
import { ports, proxyHost, secrets } from '../layout.ts'
import { asSuperuser } from '../opony.ts'
import type { People } from './calls.ts'
import type { PlacedOrder } from './orders.ts'

export interface Messages {
  /** The orders whose drivers are notified: every so many. */
  readonly every: number
  /** Plans an accepted order and notifies its driver. */
  notify(order: PlacedOrder, n: number): Promise<void>
  /** Waits until the messages are out, and counts what was seen of them. */
  found(): Promise<FoundMessages>
  close(): Promise<void>
}

export interface FoundMessages {
  /** Orders whose drivers were notified, as a call has acknowledged. */
  readonly orders: number
  /** Of them without a message that went out. */
  readonly lost: number
  /** Of them in two messages. */
  readonly doubled: number
  /** Jobs that asked the gateway again for a message that it had taken: it sends none twice. */
  readonly again: number
}

/** A job whose worker was killed is tried again once its time is over. */
const drainMs = 180_000
const sms = 0
/** Planned over so many days, so that no route is endless. */
const days = 60

const sql = `select s.subject_id as id, array_agg(m.key::text) as keys from notifications.messages m
  join notifications.subjects s on s.message_id = m.id and s.resource_type = 'orders.order'
  where s.subject_id = any($1::int[]) group by 1`

export async function notifying(people: People): Promise<Messages> {
  const gateway = await aGateway(secrets().rest, { host: proxyHost, port: ports.sms })
  const vehicles = await asSuperuser<{ id: number }>(
    `select v.id from fleet.vehicles v join users.accounts a on a.id = v.driver_id
     where v.removed_at is null and a.phone is not null order by 1`,
    'opony'
  )
  const notified: number[] = []
  const look = async (): Promise<FoundMessages> => {
    const orders = [...notified]
    const rows = await asSuperuser<{ id: number; keys: string[] }>(sql, 'opony', [orders])
    const sent = new Set(gateway.sent.map(({ idx }) => idx))
    const times = new Map(rows.map(({ id, keys }) => [id, keys.filter(key => sent.has(key)).length]))
    return {
      orders: orders.length,
      lost: orders.filter(id => !times.get(id)).length,
      doubled: orders.filter(id => (times.get(id) ?? 0) > 1).length,
      again: gateway.again
    }
  }
  return {
    every: 3,
    async notify({ id, key }, n) {
      const vehicleId = vehicles[n % vehicles.length]?.id
      const orderRealizationDate = addDays(dayOf(new Date()), 1 + (n % days))
      const plan = { orderIds: [id], vehicleId, orderRealizationDate }
      if (!(await people.insist('PUT', '/api/Admin/Orders/set-realization', plan, `${key}-plan`))) return
      const notice = { orders: [id], channel: sms }
      if (await people.insist('POST', '/api/Admin/Orders/notify-driver', notice, `${key}-notify`)) notified.push(id)
    },
    async found() {
      const until = Date.now() + drainMs
      for (;;) {
        const found = await look()
        if (found.lost === 0 || Date.now() > until) return found
        await wait(1_000)
      }
    },
    close: () => gateway.close()
  }
}
