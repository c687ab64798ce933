/** Pure rules of containers and their sensors. */
import type { BatteryLevels } from './ingest/types.ts'
import { BatteryStatus } from './schema.ts'

/** A container within so many metres of a reception place counts as being there. */
export const atPlaceMetres = 100

/** A leg of a service round over so many metres is asked about: the container is perhaps not meant to be in it. */
export const longLegMetres = 100_000

/** The most photos of one container. Answers have all of them. */
export const maxPhotos = 200
/** The most photos in one call. */
export const maxPhotosAtOnce = 20

/** The status of a battery with so many volts; null if the sensor has not measured any. */
export function batteryStatusOf(volts: number | null, { low, critical }: BatteryLevels): number {
  if (volts === null) return BatteryStatus.noInfo
  if (volts < critical) return BatteryStatus.critical
  return volts < low ? BatteryStatus.low : BatteryStatus.normal
}
