/**
 * Messages to clients about the arrival of the driver, where their company gets them: the evening before, when they are the next stop, and once more
 * where the time has moved by more than twenty minutes since. Nothing is sent between 22:00 and 6:00.
 *
 * Orders of one place one after another are one visit of the driver (`of-day.ts`), with one message for each person. Once the driver has been
 * there for one of them, nothing more is sent of the others.
 *
 * The rows of `driver.arrival_notices` are the only state, one for an order and a day. A worker looks each minute at the days of drivers, and in
 * one transaction locks the rows of a visit, judges them again, queues the messages and notes what was sent. So each is sent once, whichever
 * process is killed and however many workers run; what was due while none ran is sent later, while it is still true. An order that was
 * planned anew, canceled or finished before its message has none: who planned it anew is the news of orders.
 *
 * A new time needs a driver who reports. Without any report the arrival moves with the clock, and nobody knows why.
 */
import { dayOf } from '../../../src/contract/days.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { drivesToTell, lockDrivenOrders, trackedOrder } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { daysToTell, messageDue, type Notice, untold } from './due.ts'
import { type Arrivals, arrivalsOfDriver, type Visit } from './of-day.ts'
import { type Told, writeArrival } from './words.ts'

/** Sends what is due. Where one visit fails it is tried again the next time; the others are sent. */
export async function sendArrivals(services: Services): Promise<void> {
  const { db, settings, log, now } = services
  const days = daysToTell({ now: now(), evening: settings.arrivalMessagesAt })
  if (days.length === 0) return
  for (const drive of await drivesToTell(db, days)) {
    const { orderIds, day } = drive
    const driven = await arrivalsOfDriver(services, db, drive)
    const notices = await noticesOf(db, orderIds, day)
    const due = orderIds.filter(id => isDue(services, driven, { id, day, notice: notices.get(id) ?? untold }))
    for (const orders of byVisit(driven, due))
      await db
        .transaction(trx => tell(services, trx, orders, day))
        .catch((error: unknown) => log.error({ err: error, orders }, 'driver: a client was not told of an arrival'))
  }
}

interface Order {
  readonly id: number
  readonly day: string
  readonly notice: Notice
}

/** The message about the order's visit that is due now. */
const isDue = ({ now }: Pick<Services, 'now'>, driven: Arrivals, { id, day, notice }: Order) =>
  messageDue(driven.visits.get(id)?.arrival, notice, { ...driven, isToday: day === dayOf(now()) })

/** The orders of each visit together. */
function byVisit({ visits }: Arrivals, ids: readonly number[]): number[][] {
  const groups = new Map<Visit | undefined, number[]>()
  for (const id of ids) groups.set(visits.get(id), [...(groups.get(visits.get(id)) ?? []), id])
  return [...groups.values()]
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

type Transaction = Parameters<typeof writeArrival>[1]

/** The rows of the orders, locked; undefined while another worker has one of them: it sends the messages, or has sent them meanwhile. */
async function lockNotices(trx: Transaction, ids: readonly number[], day: string) {
  await query(
    trx,
    sql`insert into driver.arrival_notices (order_id, day) select id, ${day}::date from unnest(${[...ids]}::int[]) as o (id)
      order by id on conflict (order_id, day) do nothing`
  )
  const rows = await query<Notice & { id: number }>(
    trx,
    sql`select order_id as id, ${notice} from driver.arrival_notices
      where order_id = any(${[...ids]}::int[]) and day = ${day}::date order by order_id for update skip locked`
  )
  return rows.length === ids.length ? new Map(rows.map(row => [row.id, row])) : undefined
}

/** Judges the orders of a visit again under their locks, and queues what is due. */
async function tell(services: Services, trx: Transaction, ids: readonly number[], day: string): Promise<void> {
  const kept = await lockNotices(trx, ids, day)
  if (!kept) return
  await lockDrivenOrders(trx, ids)
  const told: Told[] = []
  for (const id of ids) {
    const order = await trackedOrder(trx, id)
    const isPlanned = order?.isTold && order.status === OrderStatus.inProgress && order.day === day
    if (!isPlanned || order.driverId === null) continue
    const driven = await arrivalsOfDriver(services, trx, { driverId: order.driverId, day })
    const visit = driven.visits.get(id)
    const kind = isDue(services, driven, { id, day, notice: kept.get(id) ?? untold })
    if (visit && kind && visit.arrival.state === 'ahead')
      told.push({ order, day, kind, arrival: visit.arrival, visit: visit.orderIds.join() })
  }
  for (const group of grouped(told)) {
    await writeArrival(services, trx, group)
    await note(trx, group, services.now())
  }
}

/** Of orders that were planned anew meanwhile the visits may differ, and of those that were told before the kinds. */
function grouped(told: readonly Told[]): (readonly [Told, ...Told[]])[] {
  const groups = new Map<string, [Told, ...Told[]]>()
  for (const one of told) {
    const key = `${one.order.driverId} ${one.visit} ${one.kind}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

async function note(trx: Transaction, group: readonly [Told, ...Told[]], now: Date): Promise<void> {
  const [{ kind, arrival, day }] = group
  const column = { evening: sql`evening_at`, next: sql`next_at`, corrected: sql`corrected_at` }[kind]
  await query(
    trx,
    sql`update driver.arrival_notices set ${column} = ${now}, told_at = ${arrival.window ? arrival.expectedAt : null}::timestamptz
      where order_id = any(${group.map(({ order }) => order.id)}::int[]) and day = ${day}::date`
  )
}
