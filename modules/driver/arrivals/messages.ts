/**
 * Messages to clients about the arrival of the driver, where their company gets them: the evening before, when they are the next stop, and once more
 * where the time has moved by more than twenty minutes since. Nothing is sent between 22:00 and 6:00.
 *
 * The rows of `driver.arrival_notices` are the only state, one for an order and a day. A worker looks each minute at the days of drivers, and in
 * one transaction locks the row of an order, judges it again, queues the messages and notes what was sent. So each is sent once, whichever
 * process is killed and however many workers run; what was due while none ran is sent later, while it is still true. An order that was
 * planned anew, canceled or finished before its message has none: who planned it anew is the news of orders.
 *
 * A new time needs a driver who reports. Without any report the arrival moves with the clock, and nobody knows why.
 */
import { addDays, dayOf, longDay } from '../../../src/contract/days.ts'
import { clientContacts } from '../../../src/kernel/access/identity.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type Say, tellClient } from '../../notifications/public.ts'
import { ClientNews } from '../../notifications/schema.ts'
import { drivesToTell, lockDrivenOrders, orderOfClient, type TrackedOrder, trackedOrder } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { maskedAddress } from './links.ts'
import { minutesIn, minutesOf } from './local-time.ts'
import { arrivalsOfDriver } from './of-day.ts'
import { windowText } from './route.ts'
import type { Arrival, Window } from './windows.ts'

const quiet = { from: 22 * 60, to: 6 * 60 } as const
/** Milliseconds by which the arrival must have moved since the last message. */
const movedMs = 20 * 60_000

export type ArrivalMessage = 'evening' | 'next' | 'corrected'

/** The messages of an order for a day. */
export interface Notice {
  readonly toldAt: Date | null
  readonly eveningAt: Date | null
  readonly correctedAt: Date | null
  readonly nextAt: Date | null
}
const untold: Notice = { toldAt: null, eveningAt: null, correctedAt: null, nextAt: null }

export interface Moment {
  readonly now: Date
  /** From when on messages about the next day are sent: `HH:MM`. */
  readonly evening: string
}

/** The days about which messages may go out now: none at night. */
export function daysToTell({ now, evening }: Moment): string[] {
  const minutes = minutesOf(now)
  if (minutes >= quiet.from || minutes < quiet.to) return []
  const today = dayOf(now)
  return minutes >= minutesIn(evening) ? [today, addDays(today, 1)] : [today]
}

/** The message that is due now; undefined: none. */
export function messageDue(
  arrival: Arrival | undefined,
  notice: Notice,
  {
    isToday,
    hasReported,
    isDriving
  }: { readonly isToday: boolean; readonly hasReported: boolean; readonly isDriving: boolean }
): ArrivalMessage | undefined {
  if (arrival?.state !== 'ahead') return undefined
  if (!isToday) return notice.eveningAt ? undefined : 'evening'
  if (notice.nextAt) return undefined
  if (arrival.position === 1 && isDriving) return 'next'
  const { eveningAt, correctedAt, toldAt } = notice
  if (!hasReported || !eveningAt || correctedAt || !toldAt || !arrival.window) return undefined
  return Math.abs(arrival.expectedAt.getTime() - toldAt.getTime()) > movedMs ? 'corrected' : undefined
}

/** Sends what is due. Where one order fails it is tried again the next time; the others are sent. */
export async function sendArrivals(services: Services): Promise<void> {
  const { db, settings, log, now } = services
  const days = daysToTell({ now: now(), evening: settings.arrivalMessagesAt })
  if (days.length === 0) return
  for (const drive of await drivesToTell(db, days)) {
    const { orderIds, day } = drive
    const driven = await arrivalsOfDriver(services, db, drive)
    const notices = await noticesOf(db, orderIds, day)
    const context = { ...driven, isToday: day === dayOf(now()) }
    const due = orderIds.filter(id => messageDue(driven.arrivals.get(id), notices.get(id) ?? untold, context))
    for (const id of due)
      await db
        .transaction(trx => tell(services, trx, id, day))
        .catch((error: unknown) => log.error({ err: error, order: id }, 'driver: a client was not told of an arrival'))
  }
}

const notice = sql`told_at as "toldAt", evening_at as "eveningAt", corrected_at as "correctedAt", next_at as "nextAt"`

async function noticesOf(database: Database, orderIds: readonly number[], day: string): Promise<Map<number, Notice>> {
  const rows = await query<Notice & { id: number }>(
    database,
    sql`select order_id as id, ${notice} from driver.arrival_notices
      where order_id = any(${[...orderIds]}::int[]) and day = ${day}::date`
  )
  return new Map(rows.map(row => [row.id, row]))
}

type Transaction = Parameters<typeof tellClient>[1]

/** Judges the order again under its lock, and queues what is due. */
async function tell(services: Services, trx: Transaction, id: number, day: string): Promise<void> {
  const now = services.now()
  await query(
    trx,
    sql`insert into driver.arrival_notices (order_id, day) values (${id}, ${day}::date) on conflict (order_id, day) do nothing`
  )
  // another worker that has it sends the message, or has sent it meanwhile
  const kept = await queryOne<Notice>(
    trx,
    sql`select ${notice} from driver.arrival_notices where order_id = ${id} and day = ${day}::date for update skip locked`
  )
  if (!kept) return
  await lockDrivenOrders(trx, [id])
  const order = await trackedOrder(trx, id)
  const isPlanned = order?.isTold && order.status === OrderStatus.inProgress && order.day === day
  if (!isPlanned || order.driverId === null) return
  const driven = await arrivalsOfDriver(services, trx, { driverId: order.driverId, day })
  const arrival = driven.arrivals.get(id)
  const kind = messageDue(arrival, kept, { ...driven, isToday: day === dayOf(now) })
  if (!kind || arrival?.state !== 'ahead') return
  await write(services, trx, { order, day, kind, window: arrival.window })
  const column = { evening: sql`evening_at`, next: sql`next_at`, corrected: sql`corrected_at` }[kind]
  const toldAt = arrival.window ? arrival.expectedAt : null
  await query(
    trx,
    sql`update driver.arrival_notices set ${column} = ${now}, told_at = ${toldAt}::timestamptz
      where order_id = ${id} and day = ${day}::date`
  )
}

interface Written {
  readonly order: TrackedOrder
  readonly day: string
  readonly kind: ArrivalMessage
  readonly window: Window | undefined
}

async function write(services: Services, trx: Transaction, { order, day, kind, window }: Written): Promise<void> {
  const { orders } = orderResources
  const { id, number, place } = order
  const told = (await orderOfClient(trx, id))?.told ?? []
  const contacts = await clientContacts.of(services.extensions)(services, trx, told)
  for (const contact of contacts.values()) {
    if (!(await exists(trx, orders, id, contact.caller))) continue
    const { language } = contact.caller
    const say: Say = (key, params) => services.messages.say(language, key, params)
    const params = {
      day: longDay(language, day, services.now()),
      hasWindow: window ? 'yes' : 'no',
      window: window ? windowText(language, window) : ''
    }
    await tellClient(services, trx, contact, [
      {
        id,
        resourceType: orders.type,
        title: say('orders.news.title', { number }),
        details: [oneLine(place)],
        path: `/client/orders?row=${id}&panel=${id}`,
        link: maskedAddress(services),
        events: [
          {
            kind: ClientNews.orderPlanned,
            short: say(`driver.arrival.${kind}.short`, params),
            text: [say(`driver.arrival.${kind}.text`, params), say('driver.arrival.prepare')].join('\n')
          }
        ]
      }
    ])
  }
}
