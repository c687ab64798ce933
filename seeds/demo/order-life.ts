/** What happens to an order after it was placed: how far it has come by its age, and what each move leaves behind. */
import type { Operator, Vehicle } from './fleet.ts'
import type { Move, Order, Status } from './order.ts'
import { statuses } from './order.ts'
import type { Item } from './prices.ts'
import type { Random } from './random.ts'
import type { Account } from './staff.ts'
import type { Store } from './warehouse.ts'

export const cancellationReasons = [
  'Błędne zamówienie',
  'Rezygnacja klienta',
  'Brak dojazdu',
  'Zamówienie zdublowane'
] as const
/** The reason that a client's own cancel always bears. */
export const withdrawnReason = 'canceled by user'

const dayMs = 86_400_000
const minuteMs = 60_000

export interface World {
  now: Date
  vehicles: readonly Vehicle[]
  operators: readonly Operator[]
  stores: readonly Store[]
  /** The administrator who deals with it. */
  clerk: Account
  /** Who placed it, unless staff did. */
  client: Account | undefined
  item: Item
}

/** Takes the order from placed to its status, filling in what each move leaves behind. */
export function live(
  random: Random,
  order: Order,
  { now, vehicles, operators, stores, clerk, client, item }: World
): void {
  let clock = order.createdAt.getTime()
  // A later move happens in office hours some days on, or squeezed in before the present.
  const later = (days: number): Date => {
    const planned = Math.floor(clock / dayMs) + Math.max(1, Math.round(days))
    const day = planned + (isSunday(planned * dayMs) ? 1 : 0)
    const wanted = day * dayMs + random.int(6 * 60, 14 * 60) * minuteMs
    clock = Math.round(wanted < now.getTime() ? wanted : clock + (now.getTime() - clock) * (0.2 + random.next() * 0.4))
    return new Date(clock)
  }
  const step = (move: Move, by: number, at: Date, status: Status): void => {
    order.history.push({ at, by, move, status })
  }

  if (order.status === statuses.new) return
  if (order.status === statuses.canceled) {
    if (client && random.chance(0.4)) {
      order.reasonForCancellation = withdrawnReason
      step('withdraw', client.id, later(0.5), statuses.canceled)
    } else {
      if (random.chance(0.5)) {
        order.acceptedAt = later(1)
        step('accept', clerk.id, order.acceptedAt, statuses.accepted)
      }
      order.reasonForCancellation = random.pick(cancellationReasons)
      step('cancel', clerk.id, later(2), statuses.canceled)
    }
    return
  }

  order.acceptedAt = later(random.next() * 1.5)
  step('accept', clerk.id, order.acceptedAt, statuses.accepted)
  if (order.status === statuses.accepted) return

  const pushed = later(random.next() * 3)
  const vehicle = random.pick(vehicles)
  order.vehicleId = vehicle.id
  order.driverId = vehicle.driverId
  // A vehicle is at home in one store, and sets out from there.
  order.storeId = (stores[vehicle.id % stores.length] as Store).id
  // Fresh ones are planned for today and the days ahead; an old one that still runs is overdue.
  const ahead =
    order.status === statuses.inProgress && now.getTime() - order.createdAt.getTime() < 12 * dayMs
      ? random.int(0, 3)
      : 1
  const planned = Math.max(
    pushed.getTime() + dayMs * ahead,
    order.status === statuses.inProgress && ahead !== 1 ? now.getTime() : 0
  )
  order.realizationDate = weekday(order.status === statuses.inProgress ? planned : Math.min(planned, now.getTime()))
  order.notificationSent = random.chance(0.9)
  step('realize', clerk.id, pushed, statuses.inProgress)
  if (order.status === statuses.inProgress) return

  order.finishedAt = later(random.next() * 2)
  order.receivingDate = order.finishedAt.toISOString().slice(0, 10)
  order.realizationDate = order.receivingDate
  const tonnes = order.orderTypeId === 2 ? order.quantity : order.quantity * item.value
  order.tonnage = Math.max(5, Math.round(tonnes * 100 * (0.75 + random.next() * 0.3)))
  order.quantityTaken =
    order.orderTypeId === 3 && random.chance(0.05) ? Math.max(1, order.quantity - 1) : order.quantity
  order.kpo = `KPO/${order.finishedAt.getUTCFullYear()}/${String(order.id).padStart(7, '0')}`
  order.operatorId = random.pick(operators).id
  step('finish', clerk.id, order.finishedAt, statuses.completed)
  const [, year, serial] = order.number.split('/')
  if (order.status === statuses.completed) {
    order.optimaStatus = random.weighted([0, 2, 3] as const, code => [6, 0, 2, 2][code] as number)
    if (order.optimaStatus === 2) order.optimaNumber = `RO/${serial}/${year}`
    return
  }
  order.optimaStatus = 2
  order.optimaNumber = `RO/${serial}/${year}`
  order.invoiceNumber = `FS/${serial}/${year}`
  step('invoice', clerk.id, later(1 + random.next() * 9), statuses.invoiced)
}

/** The status of an order that was placed so many days ago. */
export function statusByAge(random: Random, age: number): Status {
  const row = shares.find(each => age < each.below) as (typeof shares)[number]
  return random.weighted([0, 1, 2, 3, 4, 5] as const, status => row.of[status] as number)
}

/** By age in days: how many of a hundred are new, accepted, in progress, completed, canceled, invoiced. */
const shares = [
  { below: 1, of: [80, 17, 0, 0, 3, 0] },
  { below: 3, of: [25, 55, 15, 0, 5, 0] },
  { below: 7, of: [3, 25, 35, 32, 5, 0] },
  { below: 14, of: [0, 3, 14, 60, 6, 17] },
  { below: 45, of: [0, 0, 0.7, 23, 6, 70.3] },
  { below: Infinity, of: [0, 0, 0.005, 1.2, 6, 92.8] }
]

function isSunday(at: number): boolean {
  return new Date(at).getUTCDay() === 0
}

/** The day of an instant, or the Monday after when it is a Sunday. */
function weekday(at: number): string {
  return new Date(isSunday(at) ? at + dayMs : at).toISOString().slice(0, 10)
}
