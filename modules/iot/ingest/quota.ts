/**
 * Limits how many readings a sensor may send a day, and how many of them may be rejected; with a stolen secret somebody could otherwise fill
 * the disk. A sensor has a bucket for each, which holds a day's number and refills over a day, so that a sensor that was out of reach may
 * send all its stored readings at once. Readings beyond the quota are not stored, but acknowledged, because the sensor would repeat them for
 * ever. Each process counts by itself in memory: the database is not asked, and a restart fills the buckets.
 */
import type { Incoming } from './types.ts'

export interface Quotas {
  readonly readingsADay: number
  readonly rejectionsADay: number
}

interface Bucket {
  readings: number
  rejections: number
  /** Epoch milliseconds. */
  at: number
}

export interface Quota {
  /** The message without what exceeds the quota; undefined where nothing of it is left. */
  within(incoming: Incoming): Incoming | undefined
  /** Readings and rejections that were not stored since the start. */
  dropped(): number
}

const dayMs = 24 * 3_600_000
const maxBuckets = 200_000

/** @param onExceeded called for each message of which something is dropped; the sensor's IMEI, or undefined for a message without one */
export function openQuota(
  { readingsADay, rejectionsADay }: Quotas,
  onExceeded: (imei: string | undefined) => void
): Quota {
  const buckets = new Map<string, Bucket>()
  let dropped = 0
  const full = (imei: string, now: number): Bucket => {
    const bucket = { readings: readingsADay, rejections: rejectionsADay, at: now }
    buckets.set(imei, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
  const refill = (bucket: Bucket, now: number): void => {
    const share = Math.max(0, now - bucket.at) / dayMs
    bucket.readings = Math.min(readingsADay, bucket.readings + share * readingsADay)
    bucket.rejections = Math.min(rejectionsADay, bucket.rejections + share * rejectionsADay)
    bucket.at = now
  }
  const holds = (bucket: Bucket, { readings, rejected }: Incoming): boolean =>
    readings.length <= bucket.readings && rejected.length <= bucket.rejections
  return {
    within(incoming) {
      const { imei = '', receivedAt, readings, rejected } = incoming
      const bucket = buckets.get(imei) ?? full(imei, receivedAt)
      // Most messages cost two subtractions: a bucket is refilled when it would not do.
      if (!holds(bucket, incoming)) refill(bucket, receivedAt)
      if (holds(bucket, incoming)) {
        bucket.readings -= readings.length
        bucket.rejections -= rejected.length
        return incoming
      }
      const kept = {
        ...incoming,
        readings: readings.slice(0, Math.floor(bucket.readings)),
        rejected: rejected.slice(0, Math.floor(bucket.rejections))
      }
      bucket.readings -= kept.readings.length
      bucket.rejections -= kept.rejected.length
      dropped += readings.length - kept.readings.length + rejected.length - kept.rejected.length
      onExceeded(incoming.imei)
      return kept.readings.length + kept.rejected.length > 0 ? kept : undefined
    },
    dropped: () => dropped
  }
}
