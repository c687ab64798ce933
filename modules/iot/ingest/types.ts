/** The types that the parts of ingest share. */
import type pg from 'pg'
import type { Reading, Rejection } from './reading.ts'

/** A received message. `receivedAt` is in epoch milliseconds. Without an `imei` there are no readings. */
export interface Incoming {
  readonly topic: string
  readonly imei: string | undefined
  readonly receivedAt: number
  readonly readings: readonly Reading[]
  readonly rejected: readonly Rejection[]
}

export interface Whereabouts {
  readonly storeId: number | null
  readonly receptionPlaceId: number | null
  /** Metres to that reception place. */
  readonly distance: number | null
}

/** Finds, for each point in order, the internal store whose border contains it, and the nearest reception place. */
export type Locate = (
  db: pg.Client,
  points: readonly { latitude: number; longitude: number }[]
) => Promise<Whereabouts[]>

/** The voltages below which a battery is low or critical. */
export interface BatteryLevels {
  readonly low: number
  readonly critical: number
}

export interface Changed {
  readonly id: number
  readonly latitude: number | null
  readonly longitude: number | null
  /** Volts. */
  readonly battery: number | null
  readonly batteryStatus: number
  readonly status: number
  readonly lastActiveAt: Date
}

export interface Outcome {
  readonly stored: number
  readonly repeated: number
  readonly late: number
  readonly rejected: readonly Rejection[]
  readonly changed: readonly Changed[]
}

/** An SQL expression for an instant in epoch milliseconds. The result may have a rounding error: use `Math.round`. */
export const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`
