import { itemRows } from '../../../src/kernel/database/arrays.ts'
import type { Stay } from './stays.ts'

/** A stay of a container, and the store at its centre. */
interface StayRow {
  readonly container: number
  readonly stay: Stay
  readonly storeId: number | null | undefined
}

/** Times are in epoch milliseconds. */
export const stayRows = itemRows<StayRow>({
  id: ['int', row => row.container],
  first_ts: ['float8', row => row.stay.firstTs],
  last_ts: ['float8', row => row.stay.lastTs],
  latitude: ['float8', row => row.stay.latitude],
  longitude: ['float8', row => row.stay.longitude],
  readings: ['int', row => row.stay.readings],
  weight: ['smallint', row => row.stay.weight],
  settled: ['float8', row => row.stay.settledTs],
  sure: ['float8', row => row.stay.sureTs],
  store_id: ['int', row => row.storeId]
})

/** The SQL that inserts `stayRows`, whose first parameter is `$first`. */
export const insertStays = (first: number): string => `insert into iot.stays as s
      (container_id, first_ts, last_ts, latitude, longitude, readings, weight, settled_ts, sure_ts, store_id)
    select id, to_timestamp(first_ts / 1000), to_timestamp(last_ts / 1000), latitude, longitude, readings, weight,
      to_timestamp(settled / 1000), to_timestamp(sure / 1000), store_id
    from ${stayRows.from(first)}`
