/**
 * Stays, the rule. Pure: the readings of one container that hold a position, in the order of their time, fall into runs.
 * A run begins at a reading, its anchor, and goes on while each next reading is within 50 m of the anchor. (Measuring
 * from the reading before instead would let a lorry that reports every few seconds make one stay of a whole drive.)
 * The same readings give the same stays in whatever order they arrived, because the rule looks at nothing else.
 */
import { metresBetween, type Point } from '../../../src/kernel/database/earth.ts'

export interface Position {
  readonly ts: number
  readonly latitude: number
  readonly longitude: number
}

/** Times in epoch milliseconds; the coordinates are the anchor's. */
export interface Stay {
  readonly firstTs: number
  readonly latitude: number
  readonly longitude: number
  lastTs: number
  readings: number
}

export const stayRadius = 50

export const belongs = (stay: Point, position: Position): boolean => metresBetween(stay, position) <= stayRadius

/** The stay after one more reading, newer than all it has: the same object, grown, or a new one. */
export function follow(stay: Stay | undefined, position: Position): Stay {
  if (!stay || !belongs(stay, position)) {
    const { ts, latitude, longitude } = position
    return { firstTs: ts, lastTs: ts, latitude, longitude, readings: 1 }
  }
  stay.lastTs = position.ts
  stay.readings += 1
  return stay
}

/** All stays of readings given in the order of their time. */
export function staysOf(positions: Iterable<Position>): Stay[] {
  const stays: Stay[] = []
  let open: Stay | undefined
  for (const position of positions) {
    const next = follow(open, position)
    if (next !== open) stays.push(next)
    open = next
  }
  return stays
}
