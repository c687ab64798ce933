/** What is known of a stop on this phone: what the server had when the day was read, and the taps of this phone that it did not have then. */
import type { DayStop, StopState } from '../../modules/driver/contract.ts'
import { type ReportedEvent, stateOf } from '../../src/contract/driver-stop.ts'
import type { KeptDay, KeptEvent } from './database.ts'
import { versionsOf } from './days.ts'

/** @param taps of this phone at this stop; they are those of `accountId` */
export function toldOf(stop: DayStop, taps: readonly KeptEvent[], accountId: number): StopState {
  const known = new Map<string, ReportedEvent>(
    stop.events.map(event => [event.id, { ...event, at: Date.parse(event.at) }])
  )
  for (const { event, result } of taps) {
    const { id, type, at, data } = event
    // what the server has counts as the server has it: with its time, and with what the office has decided
    if (result === 'refused' || known.has(id)) continue
    known.set(id, { id, accountId, type, at: Date.parse(at), data, isWaiting: result === 'conflict' })
  }
  const stored = new Set(stop.told.photos.filter(photo => photo.stored).map(photo => photo.id))
  return stateOf([...known.values()], stored) as StopState
}

/** What the office has done to a stop since the driver last looked at it. */
export function isChanged(kept: KeptDay, orderId: number): 'new' | 'changed' | undefined {
  const seen = kept.seen[orderId]
  if (seen === undefined) return 'new'
  return seen === versionsOf(kept.day)[orderId] ? undefined : 'changed'
}
