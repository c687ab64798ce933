/** Distances on the earth, as `kernel.on_earth` measures them in the database. */

/** A place in degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

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
