/**
 * Stays, the rule. Pure: the readings of one container that hold a position, in the order of their time, fall into runs.
 *
 * A position is uncertain: the sensor says by how many metres, or we assume 30. A container at rest therefore seems to
 * wander, and a rule of bare distance would make a stay of each step. Against that there are three things:
 *
 * - **A centre that rests.** A stay is where the mean of its first 16 good readings is. After that the centre does not
 *   move any more: else one that follows its readings would be led away by them, and a lorry that creeps through a jam be
 *   one stay with it.
 * - **Hysteresis.** Near the centre a reading belongs to the stay. So far away that no error explains it, it begins
 *   another, at once. Between the two it is in doubt, and what follows decides: a reading near the centre takes those in
 *   doubt back into the stay; two to four in a row that are together elsewhere, or three that are each away for certain,
 *   have left, and the new stay begins with the first of them.
 * - **Nothing waits.** While in doubt, readings count to the present stay, so that every reading is in a stay from its
 *   arrival. The marker of the map is at rest in the centre while jitter explains the newest reading, and on that
 *   reading otherwise (`shownAt`), so that a real move is seen at once, whatever the history says of it later.
 *
 * What belongs to a stay depends on its readings alone, from its first on, and not on what was before. So the same readings
 * give the same stays in whatever order they came (`backfill.ts` relies on that), and a fold may begin again at any first reading.
 *
 * The figures: of readings with errors of 30 m in each direction, one in 30 is in doubt; of a hundred traces of 2,000 such
 * readings, which drift, with one in a hundred far off, three break. A move of 500 m is seen by one reading, of 150 m by two; where the
 * sensor says that it errs by 3 m, 100 m by one and 60 m by two. Less than that is no move.
 */
import { metresBetween, type Point } from '../../../src/kernel/database/earth.ts'

/** `accuracy`: by how many metres it may be wrong, as the sensor says (the radius that holds two of three); null: not said. */
export interface Position extends Point {
  readonly ts: number
  readonly accuracy: number | null
}

/** Times in epoch milliseconds. */
export interface Stay {
  readonly firstTs: number
  lastTs: number
  /** The centre. */
  latitude: number
  longitude: number
  readings: number
  /** How many readings the centre is the mean of. */
  weight: number
  /** When the centre came to rest; null: it still moves. */
  settledTs: number | null
  /** The last reading that certainly belongs; later ones are in doubt. */
  sureTs: number
  /** Where the centre was when it was last worth asking what is there; undefined: not since the stay was read. */
  placed: Point | undefined
}

/** The present stay, and its last readings as long as they are in doubt. */
export interface Trail {
  stay: Stay | undefined
  doubtful: Position[]
}

export const stayRadius = 50
/**
 * As many readings make a centre, and so many at most are in doubt together, the newest included: so many decide where a
 * stay begins, which `backfill.ts` relies on.
 */
export const settledWeight = 16
export const maxDoubtful = 4
const assumedAccuracy = 30
const bestAccuracy = 3
const worstAccuracy = 1_000
/** A reading less accurate than this moves no centre. */
const accuracyOfCentre = 60

const accuracyOf = ({ accuracy }: Position): number =>
  Math.min(Math.max(accuracy ?? assumedAccuracy, bestAccuracy), worstAccuracy)

/** Whether a reading belongs where `centre` is, without any doubt. */
export const isNear = (centre: Point, position: Position): boolean =>
  metresBetween(centre, position) <= Math.max(stayRadius, 20 + 2 * accuracyOf(position))

const isBeyondError = (centre: Point, position: Position): boolean =>
  metresBetween(centre, position) > stayRadius + 15 * accuracyOf(position)

/** Where a container is whose newest position is this one. */
export const shownAt = (stay: Stay, position: Position): Point =>
  metresBetween(stay, position) <= stayRadius + 4 * accuracyOf(position) ? stay : position

/**
 * Whether readings in doubt, in a row, are elsewhere: together in one place that is away for certain, or three of them each
 * away for certain, as of a lorry that drives. One reading that is far off is neither, whatever stands beside it.
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

/** One more reading, newer than all before. Changes the trail and its stay; gives the stays that began with it. */
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

/** The readings in doubt from one of them on are another stay; those before it stay. */
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

/** All stays of readings given in the order of their time. */
export function staysOf(positions: Iterable<Position>): Stay[] {
  const trail: Trail = { stay: undefined, doubtful: [] }
  return Array.from(positions).flatMap(position => follow(trail, position))
}
