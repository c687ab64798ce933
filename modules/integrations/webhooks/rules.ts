/** When a failed delivery is tried again, and when an endpoint is given up. Pure. */
import { dayMs } from '../../../src/contract/days.ts'

/** The pauses after each failed try, in seconds; the first try is at once, so that there are ten in some three days. */
export const pauses: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** By how much of itself a pause is longer at most, so that what failed together does not come back together. */
const jitter = 0.1
const maxRetryAfter = 86_400
/** The pause of an endpoint that says it is overloaded, in seconds. */
const slowDown = 30
/** So long every attempt has failed when an endpoint is turned off. */
export const givenUpAfterMs = 5 * dayMs

export type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly retryAfter: number | undefined }
  | { readonly kind: 'down' | 'slow' | 'private' | 'held' }

export const isDelivered = (sent: Sent): boolean => sent.kind === 'answer' && sent.status >= 200 && sent.status < 300

/** It has said that it wants no more. */
export const isGone = (sent: Sent): boolean => sent.kind === 'answer' && sent.status === 410

const waitAsked = (sent: Sent): number => Math.min((sent.kind === 'answer' && sent.retryAfter) || 0, maxRetryAfter)

/**
 * The seconds until a delivery is tried again; undefined after the last try.
 * @param tries how many have failed, this one among them
 * @param chance from 0 to 1
 */
export function pauseAfter(tries: number, sent: Sent, chance: number): number | undefined {
  const pause = pauses[tries - 1]
  return pause === undefined ? undefined : Math.max(pause, waitAsked(sent)) * (1 + jitter * chance)
}

/** The seconds for which nothing is sent to the endpoint at all; 0 where other deliveries go on. */
export function endpointPause(sent: Sent): number {
  const isOverloaded = sent.kind === 'slow' || (sent.kind === 'answer' && [429, 502, 504].includes(sent.status))
  const asked = sent.kind === 'answer' && sent.status >= 400 ? waitAsked(sent) : 0
  return Math.max(asked, isOverloaded ? slowDown : 0)
}

/** Whether an endpoint that has failed since then is turned off. */
export const isGivenUp = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= givenUpAfterMs
