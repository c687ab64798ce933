/** The stops of a service round, and the round as text for a message. */
import type { Text } from '../../i18n.ts'

export interface Stop {
  readonly id: number
  readonly containerNumber: string | null
  readonly serNo: string | null
  readonly status: number
  readonly description: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly currentBatteryLevel: number | null
  readonly currentBatteryStatus: number
  readonly daysUntilCritical: number | null
  readonly internalStoreName: string | null
  readonly closestCompanyName: string | null
  readonly closestReceptionPlaceAddress: string | null
  /** Metres. */
  readonly closestReceptionPlaceDistance: number | null
  readonly metresFromPrevious: number | null
  /** The way from the previous stop is so long that the container is perhaps not meant to be in the round. */
  readonly isFar: boolean
}

/** A container farther from the place than this many metres is not at the place. */
const atPlaceMetres = 100

/** Where a container is: its store, its place, or its distance from the nearest place; undefined if that is unknown. */
export function whereabouts(stop: Stop, t: Text, kilometres: (metres: number) => string): string | undefined {
  const { internalStoreName, closestCompanyName, closestReceptionPlaceAddress, closestReceptionPlaceDistance } = stop
  if (stop.latitude === null) return undefined
  if (internalStoreName) return internalStoreName
  if (!closestReceptionPlaceAddress) return undefined
  const place = [closestCompanyName, closestReceptionPlaceAddress].filter(Boolean).join(', ')
  const metres = closestReceptionPlaceDistance ?? 0
  return metres > atPlaceMetres ? t('service.away', { distance: kilometres(metres), place }) : place
}

/** The address of a point on a public map, which every phone can open: for a message, whose reader's phone is unknown. */
export const mapLink = ({ latitude, longitude }: Stop): string | undefined =>
  latitude === null || longitude === null
    ? undefined
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/**
 * The address that opens the way to a point in the map application of this device: on Android the one that the person has chosen, on
 * Apple's devices theirs, elsewhere directions on OpenStreetMap.
 * @param device `navigator.userAgent`
 */
export function wayLink({ latitude, longitude }: Stop, name: string, device: string): string | undefined {
  if (latitude === null || longitude === null) return undefined
  const point = `${latitude},${longitude}`
  if (/Android/.test(device)) return `geo:${point}?q=${encodeURIComponent(`${point}(${name})`)}`
  if (/iPhone|iPad|iPod|Macintosh/.test(device)) return `https://maps.apple.com/?daddr=${point}&dirflg=d`
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`
}

/** The round as text for a message: one line for each stop, with its location, its battery and a link. */
export function sharedText(
  title: string,
  stops: readonly Stop[],
  line: (stop: Stop) => readonly (string | undefined)[]
): string {
  const lines = stops.map((stop, at) => [`${at + 1}.`, ...line(stop)].filter(Boolean).join(' · ').replace('. · ', '. '))
  return [title, ...lines].join('\n')
}
