/** What happens to an order after it was placed: how far it has come by its age, and what each action changes. */
import { OrderType } from '../../modules/catalogue/schema.ts'
import { loadOf } from '../../modules/orders/planning/rules.ts'
import { type Action, after } from '../../modules/orders/rules.ts'
import { canceledByUser, OptimaStatus, OrderStatus } from '../../modules/orders/schema.ts'
import { addDays, dayMs } from '../../src/contract/days.ts'
import { codes } from '../../src/contract/vocabulary.ts'
import { cancellationReasons } from '../essentials.ts'
import { businessDay } from './days.ts'
import type { Operator, Vehicle } from './fleet.ts'
import type { Order, Status } from './order.ts'
import type { Item } from './prices.ts'
import type { Random } from './random.ts'
import type { Account } from './staff.ts'
import type { Store } from './warehouse.ts'

const minuteMs = 60_000

export interface Surroundings {
  now: Date
  vehicles: readonly Vehicle[]
  operators: readonly Operator[]
  /** The nearest to the order's place. */
  store: Store
  /** The administrator who works on it. */
  clerk: Account
  /** Who placed it, unless staff did. */
  client: Account | undefined
  item: Item
}

/** A driver with several vehicles drives one of them a day, by turns. */
function drivenOn(vehicles: readonly Vehicle[], vehicle: Vehicle, day: string): Vehicle {
  const own = vehicles.filter(({ driverId }) => driverId === vehicle.driverId)
  return own[Math.floor(Date.parse(day) / dayMs) % own.length] ?? vehicle
}

/** Takes the order from placed to its status, and fills in what each action changes. */
export function advance(
  random: Random,
  order: Order,
  { now, vehicles, operators, store, clerk, client, item }: Surroundings
): void {
  let clock = order.createdAt.getTime()
  // A later action happens in office hours some days on, or squeezed in before the present.
  const later = (days: number): Date => {
    const planned = Math.floor(clock / dayMs) + Math.max(1, Math.round(days))
    const day = planned + (isSunday(planned * dayMs) ? 1 : 0)
    const wanted = day * dayMs + random.int(6 * 60, 14 * 60) * minuteMs
    clock = Math.round(wanted < now.getTime() ? wanted : clock + (now.getTime() - clock) * (0.2 + random.next() * 0.4))
    return new Date(clock)
  }
  const step = (action: Action, by: number, at: Date): void => {
    order.history.push({ at, by, action, status: after(action) })
  }

  /** An action that leaves the status as it is; without an account, one of the application itself. */
  const keep = (action: Action, by: number | null, at: Date): void => {
    order.history.push({ at, by, action, status: order.status })
  }

  if (order.status === OrderStatus.new) return
  if (order.status === OrderStatus.canceled) {
    if (client && random.chance(0.4)) {
      order.reasonForCancellation = canceledByUser
      step('cancel', client.id, later(0.5))
    } else {
      if (random.chance(0.5)) {
        order.acceptedAt = later(1)
        step('accept', clerk.id, order.acceptedAt)
      }
      order.reasonForCancellation = random.pick(cancellationReasons)
      step('cancel', clerk.id, later(2))
    }
    return
  }

  order.acceptedAt = later(random.next() * 1.5)
  step('accept', clerk.id, order.acceptedAt)
  if (order.status === OrderStatus.accepted) return

  const pushed = later(random.next() * 3)
  const vehicle = random.pick(vehicles)
  order.driverId = vehicle.driverId
  order.storeId = store.id
  // Fresh ones are planned for today and the days ahead; an old one that still runs is overdue.
  const ahead =
    order.status === OrderStatus.inProgress && now.getTime() - order.createdAt.getTime() < 12 * dayMs
      ? random.int(0, 3)
      : 1
  const planned = Math.max(
    pushed.getTime() + dayMs * ahead,
    order.status === OrderStatus.inProgress && ahead !== 1 ? now.getTime() : 0
  )
  order.realizationDate = workday(order.status === OrderStatus.inProgress ? planned : Math.min(planned, now.getTime()))
  order.vehicleId = drivenOn(vehicles, vehicle, order.realizationDate).id
  order.notificationSent = random.chance(0.9)
  step('realize', clerk.id, pushed)
  if (order.status === OrderStatus.inProgress) return

  order.finishedAt = later(random.next() * 2)
  order.receivingDate = businessDay(order.finishedAt)
  order.realizationDate = order.receivingDate
  order.vehicleId = drivenOn(vehicles, vehicle, order.realizationDate).id
  const ordered = loadOf([{ orderTypeId: order.orderTypeId, quantity: order.quantity, value: item.value }])
  order.tonnage = Math.max(5, Math.round(ordered * 100 * (0.75 + random.next() * 0.3))) / 100
  order.quantityTaken =
    order.orderTypeId === OrderType.container && random.chance(0.05) ? Math.max(1, order.quantity - 1) : order.quantity
  order.kpo = `KPO/${order.receivingDate.slice(0, 4)}/${String(order.id).padStart(7, '0')}`
  order.operatorId = random.pick(operators).id
  step('finish', clerk.id, order.finishedAt)
  const [, year, serial] = order.number.split('/')
  if (order.status === OrderStatus.completed) {
    order.optimaStatus = random.weighted(accountingStatuses, status => accountingShares[status] ?? 0)
    if (order.optimaStatus === OptimaStatus.synchronised) order.optimaNumber = `RO/${serial}/${year}`
    // what staff have placed is never sent
    if (order.optimaStatus === OptimaStatus.failed && order.manually) order.optimaStatus = OptimaStatus.notSent
    if (order.optimaStatus === OptimaStatus.failed) {
      const finished = order.finishedAt.getTime()
      const pause = Math.min(20 * minuteMs, Math.floor((now.getTime() - finished) / 4))
      order.syncFailure = syncFailures[order.id % syncFailures.length] ?? null
      keep('sync', clerk.id, new Date(finished + pause))
      keep('syncFailed', null, new Date(finished + 2 * pause))
    }
    return
  }
  order.optimaStatus = OptimaStatus.synchronised
  order.optimaNumber = `RO/${serial}/${year}`
  order.invoiceNumber = `FS/${serial}/${year}`
  step('invoiceReceived', clerk.id, later(1 + random.next() * 9))
}

/** What the accounting system says of an order that it refuses. */
const syncFailures = ['Brak kontrahenta o tym numerze NIP', 'Okres księgowy jest zamknięty', 'Nieznany symbol towaru']

/** A failure rings the bell until somebody has looked at it: there are few. None is queued, because nothing works on it. */
const accountingShares: Readonly<Record<number, number>> = {
  [OptimaStatus.notSent]: 6,
  [OptimaStatus.synchronised]: 2,
  [OptimaStatus.failed]: 0.3
}
const accountingStatuses = codes(OptimaStatus, ['notSent', 'synchronised', 'failed'])

/** The status of an order that was placed so many days ago. */
export function statusByAge(random: Random, age: number): Status {
  const row = shares.find(each => age < each.below) as (typeof shares)[number]
  return random.weighted(statuses, status => row.of[statuses.indexOf(status)] as number)
}

const statuses = codes(OrderStatus, ['new', 'accepted', 'inProgress', 'completed', 'canceled', 'invoiced'])

/** By age in days: how many of a hundred have each status, in the order of `statuses`. */
const shares = [
  { below: 1, of: [80, 17, 0, 0, 3, 0] },
  { below: 3, of: [25, 55, 15, 0, 5, 0] },
  { below: 7, of: [3, 25, 35, 32, 5, 0] },
  { below: 14, of: [0, 3, 14, 60, 6, 17] },
  { below: 45, of: [0, 0, 0.7, 23, 6, 70.3] },
  { below: Infinity, of: [0, 0, 0.005, 1.2, 6, 92.8] }
]

/** `day` in milliseconds of UTC. */
const isSunday = (day: number): boolean => new Date(day).getUTCDay() === 0

/** The day of an instant, or the Monday after when it is a Sunday. */
export function workday(at: number): string {
  const day = businessDay(new Date(at))
  return isSunday(Date.parse(day)) ? addDays(day, 1) : day
}
