/**
 * When something happened, of what a device says and when the server got it. Pure.
 *
 * A clock that is wrong by minutes is believed. One that is wrong by more is corrected by the server's: the time between tap and sending was
 * measured by one clock, so that it is right however wrong that clock is. Nothing happened after it was received.
 */

/** Milliseconds that the clock of a device may be wrong and is believed; a slow line is within it, too. */
export const maxOffsetMs = 10 * 60_000
/** An event that lay on a device for longer than this was made before somebody set its clock: then it counts from when it was received. */
export const maxAgeMs = 60 * 86_400_000

/** @param at,sentAt,receivedAt milliseconds since 1970; returns the same */
export function occurredAt(at: number, sentAt: number, receivedAt: number): number {
  const isBelieved = Math.abs(receivedAt - sentAt) <= maxOffsetMs
  const happened = isBelieved ? at : receivedAt - (sentAt - at)
  return happened > receivedAt || happened < receivedAt - maxAgeMs ? receivedAt : happened
}
