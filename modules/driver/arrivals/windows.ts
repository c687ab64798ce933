/**
 * When a driver will arrive at the stops that are still ahead: a pure function of the plan of the day and of what the driver has reported.
 *
 * The plan has no times. It has stops in their order, and most of their places have coordinates. So the day is a chain: the driver sets out
 * from the store when the working day begins, drives to a stop, works there, and drives on. A drive is the straight line, made longer by
 * `detour`, at the average speed that the settings name; the work at a stop takes as long as they say.
 *
 * The chain is run again from the last report. A stop that has ended begins it at its place and time. An arrival begins it when the work there
 * should be over. What was finished without any report (by the office) is taken as driven by the plan, and as over by now. So a fast morning
 * makes all windows earlier, a slow one makes them later, and stops that are visited in another order than planned change only where the
 * chain begins. Where the next arrival should have been before now, the driver is late by at least as much, and everything after it as well.
 *
 * The window is the arrival ± 15 minutes and five more for each stop that comes before it, rounded outwards to ten minutes. It never begins
 * before now, nor before the place lets drivers in: then the driver waits, and what comes after it is later. There is no window, and the reason is given, where one would be made up:
 *
 * - `notLocated`: nobody knows where the place is. Its drive counts as half an hour for the stops after it, whose windows are wider by a
 *   quarter of an hour for each such drive.
 * - `silent`: the driver should have reported more than two hours ago. Some drivers do not use the application.
 * - `pastDay`: the chain leaves the day.
 *
 * The position in line counts places: several orders of one place one after another are one visit.
 */
import { metresBetween, type Point } from '../../../src/kernel/database/earth.ts'

export interface ChainStop {
  readonly orderId: number
  readonly placeId: number
  /** Undefined where nobody knows. */
  readonly at: Point | undefined
  /** The store that the driver passes on the way here, where another route begins. */
  readonly via?: Point | undefined
  /** When the place lets drivers in on the day; before that the driver waits. */
  readonly opensAt?: Date | undefined
  readonly closesAt?: Date | undefined
  /** The place lets nobody in on the day. */
  readonly isClosedDay?: boolean
  /** The driver, or the office, has finished it, with or without success. */
  readonly isEnded: boolean
  /** As the driver has reported it. */
  readonly arrivedAt?: Date | undefined
  readonly endedAt?: Date | undefined
}

export interface ChainDay {
  /** Where the driver sets out from. */
  readonly start: Point | undefined
  readonly startsAt: Date
  /** Midnight after the day. */
  readonly endsAt: Date
  /** In the order in which they are driven. */
  readonly stops: readonly ChainStop[]
}

export interface Pace {
  /** Kilometres an hour on the road, on average. */
  readonly speed: number
  /** Minutes of work at a stop. */
  readonly stopMinutes: number
}

export interface Window {
  readonly from: Date
  readonly to: Date
}

export type Missing = 'notLocated' | 'silent' | 'pastDay'

/** Where the driver has still to come. */
export type ArrivalAhead =
  | {
      readonly state: 'ahead'
      /** 1: the next one. */
      readonly position: number
      readonly window: Window
      /** The middle of it, not rounded; where the driver waits until the place opens, that time. */
      readonly expectedAt: Date
      /** The place lets nobody in on the day, or closes before the window ends. */
      readonly isOutside: boolean
    }
  | {
      readonly state: 'ahead'
      readonly position: number
      readonly window: undefined
      readonly missing: Missing
      /** The place lets nobody in on the day. */
      readonly isOutside: boolean
    }

export type Arrival = { readonly state: 'ended' | 'arrived' } | ArrivalAhead

const minute = 60_000
/** Roads are longer than the straight line by about so much. */
const detour = 1.3
const unknownDrive = 30 * minute
const unknownMargin = 15 * minute
const margin = 15 * minute
const marginOfStop = 5 * minute
const maxMargin = 120 * minute
const rounding = 10 * minute
const silence = 120 * minute

interface Position {
  readonly at: Point | undefined
  readonly clock: number
}

/** Milliseconds of a drive, in whole minutes; undefined where one of its ends is not known. */
function driveOf(from: Point | undefined, to: Point | undefined, { speed }: Pace): number | undefined {
  return from && to && Math.round(((metresBetween(from, to) * detour) / 1000 / speed) * 60) * minute
}

/** The drive to a stop, by the store where it is on the way. */
function driveTo(from: Point | undefined, { at, via }: ChainStop, pace: Pace): number | undefined {
  if (!via) return driveOf(from, at, pace)
  const [there, on] = [driveOf(from, via, pace), driveOf(via, at, pace)]
  return there === undefined || on === undefined ? undefined : there + on
}

const latestOf = ({ arrivedAt, endedAt }: ChainStop): number =>
  Math.max(arrivedAt?.getTime() ?? Number.NEGATIVE_INFINITY, endedAt?.getTime() ?? Number.NEGATIVE_INFINITY)

/** The stop of the last report. */
const lastReported = (stops: readonly ChainStop[]): ChainStop | undefined =>
  stops
    .filter(({ arrivedAt, endedAt }) => arrivedAt ?? endedAt)
    .reduce<ChainStop | undefined>((last, stop) => (last && latestOf(last) > latestOf(stop) ? last : stop), undefined)

/** Whether the driver has left the last stop that was reported. */
export const isDriving = (stops: readonly ChainStop[]): boolean => lastReported(stops)?.isEnded ?? false

/** Where the driver is by what is known, and when he leaves there. */
function beginningOf({ start, startsAt, stops }: ChainDay, pace: Pace, now: number): Position {
  const last = lastReported(stops)
  const work = pace.stopMinutes * minute
  if (last) {
    const { at, isEnded, endedAt } = last
    const over = latestOf(last) + work
    return { at, clock: endedAt?.getTime() ?? (isEnded ? Math.min(over, now) : Math.max(over, now)) }
  }
  let here: Position = { at: start, clock: startsAt.getTime() }
  for (const stop of stops.filter(({ isEnded }) => isEnded)) {
    const clock = here.clock + (driveTo(here.at, stop, pace) ?? unknownDrive) + work
    here = { at: stop.at, clock: Math.min(clock, Math.max(now, startsAt.getTime())) }
  }
  return here
}

/** What the window of an arrival is, by how much before it is uncertain. */
function windowOf(expected: number, before: number, unknown: number, earliest: number): Window {
  const half = Math.min(margin + before * marginOfStop + unknown * unknownMargin, maxMargin)
  const from = Math.floor((expected - half) / rounding) * rounding
  const to = Math.ceil((expected + half) / rounding) * rounding
  return { from: new Date(Math.max(from, Math.floor(earliest / rounding) * rounding)), to: new Date(to) }
}

/** Of each order of the day when the driver arrives there. */
export function arrivalsOf(day: ChainDay, pace: Pace, at: Date): Map<number, Arrival> {
  const now = at.getTime()
  const arrivals = new Map<number, Arrival>()
  let { at: here, clock } = beginningOf(day, pace, now)
  let [before, unknown, position, placeId] = [0, 0, 0, 0]
  let isSilent = false
  for (const stop of day.stops) {
    const { orderId, isEnded, arrivedAt, opensAt, closesAt, isClosedDay = false } = stop
    if (isEnded || arrivedAt) {
      arrivals.set(orderId, { state: isEnded ? 'ended' : 'arrived' })
      continue
    }
    const isFirst = position === 0
    if (stop.placeId !== placeId) position += 1
    placeId = stop.placeId
    const drive = driveTo(here, stop, pace)
    if (drive === undefined) unknown += 1
    const opens = opensAt?.getTime() ?? 0
    const planned = Math.max(clock + (drive ?? unknownDrive), opens)
    if (isFirst) isSilent = now - planned > silence
    const expected = isFirst ? Math.max(planned, now) : planned
    const window = windowOf(expected, before, unknown, Math.max(now, opens))
    const isOutside = isClosedDay || (closesAt !== undefined && window.to > closesAt)
    const missing: Missing | undefined = stop.at
      ? isSilent
        ? 'silent'
        : window.to > day.endsAt
          ? 'pastDay'
          : undefined
      : 'notLocated'
    arrivals.set(
      orderId,
      missing
        ? { state: 'ahead', position, window: undefined, missing, isOutside: isClosedDay }
        : { state: 'ahead', position, window, expectedAt: new Date(expected), isOutside }
    )
    here = stop.at
    clock = expected + pace.stopMinutes * minute
    before += 1
  }
  return arrivals
}
