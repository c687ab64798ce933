/**
 * The rule of stays, as pure functions: it divides the positions of one container, in the order of time, into stays at one spot.
 *
 * Positions are uncertain, by as many metres as the sensor says, or by an assumed 30. So a container at rest seems to move, and a rule by
 * distance alone would begin a stay with each reading. Three things prevent that:
 *
 * - **A fixed centre.** The centre of a stay is the mean of its first 16 good readings. After that it no longer moves; otherwise it would
 *   follow a lorry that moves slowly through a traffic jam, which would be one long stay.
 * - **Hysteresis.** A reading near the centre belongs to the stay. One that is farther away than any error explains begins another stay at
 *   once. Those in between are doubtful, and later readings decide: a reading near the centre makes the doubtful ones part of the stay;
 *   if two to four doubtful readings in a row are together at another spot, or three are each certainly away, the container has left, and
 *   the new stay begins with the first of them.
 * - **No waiting.** Doubtful readings count in the present stay, so that every reading is in a stay from its arrival. The map shows the
 *   container in the centre as long as an error explains the newest reading, and at that reading otherwise (`shownAt`), so that a real
 *   move is visible at once, whatever is decided later.
 *
 * A stay depends only on readings from its first one on, not on anything before. So the same readings give the same stays in whatever order
 * they arrive, and stays can be derived again from any first reading of a stay (`backfill.ts` relies on both).
 *
 * Measured: of readings with errors of 30 m in each direction, one in 30 is doubtful. Of a hundred traces of 2,000 such readings with a
 * drift and one in a hundred far off, three are split wrongly. A move of 500 m is recognized by one reading, one of 150 m by two; if the
 * sensor reports an accuracy of 3 m, 100 m by one and 60 m by two. Shorter moves are not recognized.
 */
import { metresBetween, type Point } from '../../../src/kernel/database/earth.ts'

/**
 * A position. `ts` in epoch milliseconds. `accuracy`: the radius in metres within which two of three positions are; null: unknown.
 */
export interface Position extends Point {
  readonly ts: number
  readonly accuracy: number | null
}

/** A stay at one spot. Times are in epoch milliseconds. */
export interface Stay {
  readonly firstTs: number
  lastTs: number
  /** The centre. */
  latitude: number
  longitude: number
  readings: number
  /** The number of readings of which the centre is the mean. */
  weight: number
  /** The time of the reading that fixed the centre; null while it still moves. */
  settledTs: number | null
  /** The time of the last reading that certainly belongs to the stay; later ones are doubtful. */
  sureTs: number
  /** The centre for which store and place must be looked up; undefined if it has not changed enough since the stay was read. */
  placed: Point | undefined
}

/** The present stay, and its last readings as long as they are doubtful. */
export interface Trail {
  stay: Stay | undefined
  doubtful: Position[]
}

/** The least radius of a stay in metres. */
export const stayRadius = 50
/** After so many readings the centre is fixed. */
export const settledWeight = 16
/** At most so many readings are doubtful at a time, and so decide whether a stay begins; `backfill.ts` relies on that. */
export const maxDoubtful = 4
/** Accuracies in metres: the one assumed if the sensor reports none, and the limits of those that it reports. */
const assumedAccuracy = 30
const bestAccuracy = 3
const worstAccuracy = 1_000
/** Readings less accurate than this, in metres, do not change the centre. */
const accuracyOfCentre = 60

const accuracyOf = ({ accuracy }: Position): number =>
  Math.min(Math.max(accuracy ?? assumedAccuracy, bestAccuracy), worstAccuracy)

/** Whether a reading certainly belongs to a stay with this centre. */
export const isNear = (centre: Point, position: Position): boolean =>
  metresBetween(centre, position) <= Math.max(stayRadius, 20 + 2 * accuracyOf(position))

const isBeyondError = (centre: Point, position: Position): boolean =>
  metresBetween(centre, position) > stayRadius + 15 * accuracyOf(position)

/** Where the map shows a container with this newest position. */
export const shownAt = (stay: Stay, position: Position): Point =>
  metresBetween(stay, position) <= stayRadius + 4 * accuracyOf(position) ? stay : position

/**
 * Whether consecutive doubtful readings show that the container has left: they are together at a spot that is certainly away, or there are
 * three that are each certainly away (a driving lorry). A single reading that is far off is neither, whatever its neighbours are.
 */
function haveLeft(centre: Point, doubtful: readonly Position[]): boolean {
  const mean = { latitude: 0, longitude: 0 }
  let accuracy = 0
  for (const position of doubtful) {
    mean.latitude += position.latitude / doubtful.length
    mean.longitude += position.longitude / doubtful.length
    accuracy = Math.max(accuracy, accuracyOf(position))
  }
  const away = stayRadius + 3 * accuracy
  if (doubtful.length >= 3 && doubtful.every(position => metresBetween(centre, position) > away)) return true
  const together = Math.max(10, 1.2 * accuracy)
  return metresBetween(centre, mean) > away && doubtful.every(position => metresBetween(mean, position) <= together)
}

/** Adds a reading, newer than all before. Changes the trail and its stay, and returns the stays that began with it. */
export function follow(trail: Trail, position: Position): Stay[] {
  const { stay, doubtful } = trail
  if (!stay) return begin(trail, [position])
  if (isNear(stay, position)) {
    add(stay, position)
    stay.sureTs = position.ts
    trail.doubtful = []
    return []
  }
  doubtful.push(position)
  stay.readings += 1
  stay.lastTs = position.ts
  if (doubtful.length > maxDoubtful) stay.sureTs = (doubtful.shift() as Position).ts
  if (isBeyondError(stay, position)) return leave(trail, 0)
  for (let from = 0; from < doubtful.length - 1; from++)
    if (haveLeft(stay, doubtful.slice(from))) return leave(trail, from)
  return []
}

/** Makes the doubtful readings from the index `from` on another stay; those before belong to the present one. */
function leave(trail: Trail, from: number): Stay[] {
  const { stay, doubtful } = trail as { stay: Stay; doubtful: Position[] }
  const gone = doubtful.splice(from)
  stay.sureTs = doubtful.at(-1)?.ts ?? stay.sureTs
  stay.lastTs = stay.sureTs
  stay.readings -= gone.length
  return begin(trail, gone)
}

function begin(trail: Trail, [first, ...rest]: readonly Position[]): Stay[] {
  const { ts, latitude, longitude } = first as Position
  const stay: Stay = {
    firstTs: ts,
    lastTs: ts,
    latitude,
    longitude,
    readings: 1,
    weight: 1,
    settledTs: null,
    sureTs: ts,
    placed: { latitude, longitude }
  }
  trail.stay = stay
  trail.doubtful = []
  return [stay, ...rest.flatMap(position => follow(trail, position))]
}

function add(stay: Stay, position: Position): void {
  stay.readings += 1
  stay.lastTs = position.ts
  if (stay.weight === settledWeight || accuracyOf(position) > accuracyOfCentre) return
  stay.weight += 1
  stay.latitude += (position.latitude - stay.latitude) / stay.weight
  stay.longitude += (position.longitude - stay.longitude) / stay.weight
  if (stay.weight === settledWeight) stay.settledTs = position.ts
  if (stay.weight === 4 || stay.weight === settledWeight)
    stay.placed = { latitude: stay.latitude, longitude: stay.longitude }
}

/** All stays of positions, which must be in the order of time. */
export function staysOf(positions: Iterable<Position>): Stay[] {
  const trail: Trail = { stay: undefined, doubtful: [] }
  return Array.from(positions).flatMap(position => follow(trail, position))
}
