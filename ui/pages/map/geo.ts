/** The Mercator square: the whole world is 0..1 on both axes, north at 0. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const steepest = 85.0511287798

/** Degrees of longitude → 0..1. */
export const worldX = (longitude: number): number => longitude / 360 + 0.5

/** Degrees of latitude → 0..1; past 85° it stays at the edge. */
export function worldY(latitude: number): number {
  const sine = Math.sin((Math.max(-steepest, Math.min(steepest, latitude)) * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI
}

export const longitudeOf = (x: number): number => (x - 0.5) * 360
export const latitudeOf = (y: number): number => (360 * Math.atan(Math.exp((1 - 2 * y) * Math.PI))) / Math.PI - 90

export const holds = (box: Box, latitude: number, longitude: number): boolean =>
  latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east

/** Whether `inner` lies within `outer`. */
export const within = (inner: Box, outer: Box): boolean =>
  holds(outer, inner.south, inner.west) && holds(outer, inner.north, inner.east)

/** The box grown on each side by that share of its width and height, cut at the edges of the world. */
export function grown({ west, south, east, north }: Box, share: number): Box {
  const [width, height] = [(east - west) * share, (north - south) * share]
  return {
    west: Math.max(-180, west - width),
    south: Math.max(-steepest, south - height),
    east: Math.min(180, east + width),
    north: Math.min(steepest, north + height)
  }
}
