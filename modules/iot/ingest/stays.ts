/**
 * Stays, the rule. Pure: the readings of one container that hold a position, in the order of their time, fall into runs.
 * A run begins at a reading, its anchor, and goes on while each next reading is within 50 m of the anchor. (Measuring
 * from the reading before instead would let a lorry that reports every few seconds make one stay of a whole drive.)
 * The same readings give the same stays in whatever order they arrived, because the rule looks at nothing else.
 */
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
const earthRadius = 6_371_008.8
const radians = Math.PI / 180

/** Great-circle distance in metres (haversine). */
export function distance(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number }
): number {
  const byLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const byLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const h =
    byLatitude * byLatitude +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * byLongitude * byLongitude
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)))
}

export const belongs = (stay: { latitude: number; longitude: number }, position: Position): boolean =>
  distance(stay, position) <= stayRadius

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
