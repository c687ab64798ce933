import { doubles, integers, smallints } from '../../../src/kernel/database/arrays.ts'
import type { Stay } from './stays.ts'
import type { Whereabouts } from './types.ts'

/**
 * Stays as arrays for writing to iot.stays: first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts, store_id. Times
 * are in epoch milliseconds.
 */
export const stayValues = (stays: readonly Stay[], whereabouts: ReadonlyMap<Stay, Whereabouts | undefined>) => [
  doubles(stays, stay => stay.firstTs),
  doubles(stays, stay => stay.lastTs),
  doubles(stays, stay => stay.latitude),
  doubles(stays, stay => stay.longitude),
  integers(stays, stay => stay.readings),
  smallints(stays, stay => stay.weight),
  doubles(stays, stay => stay.settledTs),
  doubles(stays, stay => stay.sureTs),
  integers(stays, stay => whereabouts.get(stay)?.storeId)
]
