/** Towns for orientation on the built-in map; smaller ones appear with a closer zoom. Names in each town's own language. */
import type { Box } from './geo.ts'
import { contains, metresBetween, worldX, worldY } from './geo.ts'
import table from './towns.json'

export interface Town {
  readonly name: string
  /** The position of the centre in degrees, exact to about 0.01°. */
  readonly latitude: number
  readonly longitude: number
  /** The lowest zoom at which the town is shown. */
  readonly zoom: number
}

/** The larger ones first. */
export const towns: readonly Town[] = (table as [string, number, number, number][]).map(
  ([name, latitude, longitude, zoom]) => ({ name, latitude, longitude, zoom })
)

interface Direction {
  readonly name: string
  /** World coordinates. */
  readonly x: number
  readonly y: number
  /** The distance from the given place. */
  readonly metres: number
}

/** The towns outside a box that are nearest to a place, at most `count`, the nearest first. */
export function nearestTowns(
  place: { readonly latitude: number; readonly longitude: number },
  box: Box,
  count: number
): readonly Direction[] {
  return towns
    .filter(({ latitude, longitude }) => !contains(box, latitude, longitude))
    .map(town => ({
      name: town.name,
      x: worldX(town.longitude),
      y: worldY(town.latitude),
      metres: metresBetween(place, town)
    }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, count)
}
