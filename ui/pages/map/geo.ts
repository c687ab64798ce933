/**
 * The Mercator projection. World coordinates run from 0 to 1 on both axes, from west to east and from north to south; boxes
 * are in degrees.
 */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const maxLatitude = 85.0511287798

/** Converts degrees of longitude to 0..1. */
export const worldX = (longitude: number): number => longitude / 360 + 0.5

/** Converts degrees of latitude to 0..1. Latitudes beyond 85° give the edge. */
export function worldY(latitude: number): number {
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(maxLatitude, latitude)) * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI
}

export const longitudeOf = (x: number): number => (x - 0.5) * 360
export const latitudeOf = (y: number): number => (360 * Math.atan(Math.exp((1 - 2 * y) * Math.PI))) / Math.PI - 90

export const contains = (box: Box, latitude: number, longitude: number): boolean =>
  latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east

/** Whether `inner` is within `outer`. */
export const within = (inner: Box, outer: Box): boolean =>
  contains(outer, inner.south, inner.west) && contains(outer, inner.north, inner.east)

/** The box, enlarged on each side by a share of its width or height, but not beyond the edges of the world. */
export function grown({ west, south, east, north }: Box, share: number): Box {
  const [width, height] = [(east - west) * share, (north - south) * share]
  return {
    west: Math.max(-180, west - width),
    south: Math.max(-maxLatitude, south - height),
    east: Math.min(180, east + width),
    north: Math.min(maxLatitude, north + height)
  }
}

/** The padding of a boundary in degrees, by the specification: about 11 m to north and south, and 27 m to east and west. */
const boundaryPadding = { latitude: 0.0001, longitude: 0.0004 } as const

/** The smallest box that contains the places; undefined if there are none. */
export function boxAround(places: readonly Place[]): Box | undefined {
  const [first] = places
  if (!first) return undefined
  let [west, east, south, north] = [first.longitude, first.longitude, first.latitude, first.latitude]
  for (const { latitude, longitude } of places) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return { west, south, east, north }
}

/** Whether a box is smaller than some hundred metres. If it filled the map, its surroundings would not be visible. */
export const isSpot = ({ west, south, east, north }: Box): boolean => east - west < 0.002 && north - south < 0.001

/** The boundary of a reception place: the padded rectangle around its points; undefined if there are none. */
export function boundaryOf(points: readonly Place[]): Box | undefined {
  const box = boxAround(points)
  const { latitude, longitude } = boundaryPadding
  return (
    box && {
      west: box.west - longitude,
      south: box.south - latitude,
      east: box.east + longitude,
      north: box.north + latitude
    }
  )
}

interface Place {
  readonly latitude: number
  readonly longitude: number
}

const earthRadius = 6_371_008.8
const radians = Math.PI / 180

/** Great-circle distance in metres, as the server measures it. */
export function metresBetween(a: Place, b: Place): number {
  const north = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const east = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const chord = north * north + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * east * east
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)))
}
