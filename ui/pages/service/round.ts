/** What a service round is, and its text for a message. */
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
}

export interface Round {
  readonly start: { readonly id: number; readonly name: string } | null
  readonly stops: readonly Stop[]
  readonly metres: number
}

/** Beyond so many metres a container is not at the place, but that far from it. */
const atPlaceMetres = 100

/** Where a container is: its store, its place, or how far from one it is; undefined where nobody knows. */
export function whereabouts(stop: Stop, t: Text, kilometres: (metres: number) => string): string | undefined {
  const { internalStoreName, closestCompanyName, closestReceptionPlaceAddress, closestReceptionPlaceDistance } = stop
  if (stop.latitude === null) return undefined
  if (internalStoreName) return internalStoreName
  if (!closestReceptionPlaceAddress) return undefined
  const place = [closestCompanyName, closestReceptionPlaceAddress].filter(Boolean).join(', ')
  const metres = closestReceptionPlaceDistance ?? 0
  return metres > atPlaceMetres ? t('service.away', { distance: kilometres(metres), place }) : place
}

/** The address of a point on a map that every phone opens. */
export const mapLink = ({ latitude, longitude }: Stop): string | undefined =>
  latitude === null || longitude === null
    ? undefined
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`

/** The round for a message: a line a stop, with where it is, its battery and a link. */
export function sharedText(
  title: string,
  stops: readonly Stop[],
  line: (stop: Stop) => readonly (string | undefined)[]
): string {
  const lines = stops.map((stop, at) => [`${at + 1}.`, ...line(stop)].filter(Boolean).join(' · ').replace('. · ', '. '))
  return [title, ...lines].join('\n')
}
