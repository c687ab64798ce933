/** Distances on the earth, as `kernel.on_earth` measures them in the database. */

/** A place in degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** The point of a row, of which nobody may know where it is. */
export const pointOf = ({ latitude, longitude }: { readonly [K in keyof Point]: number | null }): Point | undefined =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

/** The mean radius in metres. */
const radius = 6_371_008.8
const radians = Math.PI / 180

/** Great-circle distance in metres (haversine). */
export function metresBetween(a: Point, b: Point): number {
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const chord = north * north + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * east * east
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/**
 * Orders stops: from `start` to the nearest one, from there to the nearest of the rest, and so on; of equally near ones the earlier
 * in the list.
 */
export function nearestFirst<S extends { readonly at: Point }>(start: Point, stops: readonly S[]): S[] {
  const left = [...stops]
  const way: S[] = []
  for (let here = start; left.length > 0; here = way.at(-1)?.at ?? here) {
    const metres = left.map(({ at }) => metresBetween(here, at))
    way.push(...left.splice(metres.indexOf(Math.min(...metres)), 1))
  }
  return way
}
