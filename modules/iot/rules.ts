/** Pure rules of containers and their sensors. */
import type { BatteryLevels } from './ingest/types.ts'
import { BatteryStatus } from './schema.ts'

/** Within so many metres of a reception place a container counts as standing there. */
export const atPlaceMetres = 100

/** Photos of one container. An answer has all of them. */
export const maxPhotos = 200
/** Photos that are added by one call. */
export const maxPhotosAtOnce = 20

/** The status of a battery with so many volts; null for a sensor that has not measured any. */
export function batteryStatusOf(volts: number | null, { low, critical }: BatteryLevels): number {
  if (volts === null) return BatteryStatus.noInfo
  if (volts < critical) return BatteryStatus.critical
  return volts < low ? BatteryStatus.low : BatteryStatus.normal
}
