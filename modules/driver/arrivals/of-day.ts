/** The arrivals of a driver's day, from the plan and the events that were reported. */
import { countingEvents } from '../../../src/contract/driver-stop.ts'
import { isReceivingDay, type ReceivingHours } from '../../../src/contract/receiving.ts'
import type { Database } from '../../../src/kernel/database/sql.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { chainOfDriver } from '../../orders/public.ts'
import { type Reported, reportedOf } from '../events/reported.ts'
import { endOf, instantAt } from './local-time.ts'
import { type Arrival, arrivalsOf, type ChainStop, isDriving } from './windows.ts'

/** The orders of one place that the driver collects one after another. */
export interface Visit {
  /** In the order in which they are driven. */
  readonly orderIds: readonly number[]
  /** That of the first of them; where the driver has been there for one of them, that of this one. */
  readonly arrival: Arrival
}

export interface Arrivals {
  /** By order. */
  readonly arrivals: ReadonlyMap<number, Arrival>
  /** By order. */
  readonly visits: ReadonlyMap<number, Visit>
  /** The driver has reported something on the day. */
  readonly hasReported: boolean
  /** The driver's last report is the end of a stop. */
  readonly isDriving: boolean
}

/**
 * What was reported of a stop on the day or later. What is older is of an attempt that has failed, after which the order was planned anew.
 * A load ends the work at a stop; a mass may come hours later, from the yard.
 */
export function reportedOn({ events }: Reported, day: string) {
  const begin = instantAt(day, '00:00').getTime()
  const counting = countingEvents(events).filter(({ at }) => at >= begin)
  const arrived = counting.find(({ type }) => type === 'arrived')
  const ended =
    counting.findLast(({ type }) => type === 'loaded' || type === 'failed') ??
    counting.find(({ type }) => type === 'weighed')
  return {
    arrivedAt: arrived && new Date(arrived.at),
    endedAt: ended && new Date(ended.at),
    hasFailed: counting.findLast(({ type }) => ['loaded', 'weighed', 'failed'].includes(type))?.type === 'failed'
  }
}

export interface DayOfDriver {
  readonly driverId: number
  readonly day: string
}

/** When a place lets drivers in on a day. */
function openingOf(hours: ReceivingHours, day: string): Pick<ChainStop, 'opensAt' | 'closesAt' | 'isClosedDay'> {
  const { receivingFrom, receivingTo } = hours
  return {
    opensAt: receivingFrom ? instantAt(day, receivingFrom) : undefined,
    closesAt: receivingTo ? instantAt(day, receivingTo) : undefined,
    isClosedDay: !isReceivingDay(hours, day)
  }
}

/** Pure: the visits of a day by their orders. */
export function visitsOf(
  stops: readonly Pick<ChainStop, 'orderId' | 'placeId'>[],
  arrivals: ReadonlyMap<number, Arrival>
): Map<number, Visit> {
  const groups: (typeof stops)[] = []
  for (const stop of stops) {
    const last = groups.at(-1)
    if (last?.[0]?.placeId === stop.placeId) groups[groups.length - 1] = [...last, stop]
    else groups.push([stop])
  }
  return new Map(
    groups.flatMap(group => {
      const orderIds = group.map(({ orderId }) => orderId)
      const own = orderIds.flatMap(id => arrivals.get(id) ?? [])
      const arrival = own.find(({ state }) => state !== 'ahead') ?? own[0]
      const visit = arrival && { orderIds, arrival }
      return visit ? orderIds.map(id => [id, visit] as const) : []
    })
  )
}

/** Of each order of the driver on the day, by what is known now. */
export async function arrivalsOfDriver(
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  database: Database,
  { driverId, day }: DayOfDriver
): Promise<Arrivals> {
  const stops = await chainOfDriver(database, { driverId, day })
  const reported = await reportedOf(
    database,
    stops.map(({ orderId }) => orderId)
  )
  const chain = stops.map(({ orderId, placeId, at, from, isFinished, ...hours }, index): ChainStop => {
    const own = reported.get(orderId)
    const { arrivedAt, endedAt } = own ? reportedOn(own, day) : {}
    const via = index > 0 ? from : undefined
    return {
      ...{ orderId, placeId, at, via, arrivedAt, endedAt },
      isEnded: isFinished || endedAt !== undefined,
      ...openingOf(hours, day)
    }
  })
  const { workdayStart, roadSpeed, stopMinutes } = settings
  const arrivals = arrivalsOf(
    { start: stops[0]?.from, startsAt: instantAt(day, workdayStart), endsAt: endOf(day), stops: chain },
    { speed: roadSpeed, stopMinutes },
    now()
  )
  const hasReported = chain.some(({ arrivedAt, endedAt }) => arrivedAt ?? endedAt)
  return { arrivals, visits: visitsOf(chain, arrivals), hasReported, isDriving: isDriving(chain) }
}
