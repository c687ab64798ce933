/** Polygons on a yard's scale: longitude is x and latitude y. The browser warns by the same rule that the server refuses by. */

export interface Corner {
  readonly latitude: number
  readonly longitude: number
}

/** Twice the area of the triangle, positive where the turn from `a` by `b` to `c` is to the left. */
const turn = (a: Corner, b: Corner, c: Corner): number =>
  (b.longitude - a.longitude) * (c.latitude - a.latitude) - (b.latitude - a.latitude) * (c.longitude - a.longitude)

/** Whether a point that lies on the line through both ends lies between them. */
const isBetween = (a: Corner, b: Corner, point: Corner): boolean =>
  Math.min(a.longitude, b.longitude) <= point.longitude &&
  point.longitude <= Math.max(a.longitude, b.longitude) &&
  Math.min(a.latitude, b.latitude) <= point.latitude &&
  point.latitude <= Math.max(a.latitude, b.latitude)

/** Whether two segments have a point in common, be it an end. */
function meet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(Math.sign)
  if (abc !== abd && cda !== cdb && abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Whether a side runs back over the one before it: its end lies on that one, or the other way round. */
const foldsBack = (a: Corner, b: Corner, c: Corner): boolean =>
  turn(a, b, c) === 0 && (isBetween(a, b, c) || isBetween(b, c, a))

/**
 * The first two sides of a polygon that cross or touch where they should not, by the index of the corner at which each begins;
 * undefined where the polygon is simple. Two equal corners in a row count as a side that touches its neighbour.
 */
export function crossingOf(corners: readonly Corner[]): readonly [number, number] | undefined {
  const count = corners.length
  const at = (index: number): Corner => corners[index % count] as Corner
  for (let one = 0; one < count; one++) {
    if (foldsBack(at(one), at(one + 1), at(one + 2))) return [one, (one + 1) % count]
    for (let other = one + 2; other < count; other++) {
      if (one === 0 && other === count - 1) continue
      if (meet(at(one), at(one + 1), at(other), at(other + 1))) return [one, other]
    }
  }
  return undefined
}

const metresPerDegree = 111_195

/** In square metres, exact enough for a yard. */
export function areaOf(corners: readonly Corner[]): number {
  const [first] = corners
  if (!first) return 0
  const doubled = corners.reduce((sum, corner, index) => sum + turn(first, corner, corners[index + 1] ?? first), 0)
  return (Math.abs(doubled) / 2) * metresPerDegree ** 2 * Math.cos((first.latitude * Math.PI) / 180)
}

/** The mean of the corners. */
export function middleOf(corners: readonly Corner[]): Corner {
  const mean = (of: keyof Corner): number => corners.reduce((sum, corner) => sum + corner[of], 0) / corners.length
  return { latitude: mean('latitude'), longitude: mean('longitude') }
}
