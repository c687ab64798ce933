/** Which message about an arrival is due: the rules alone. */
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { minutesIn, minutesOf } from './local-time.ts'
import type { Arrival } from './windows.ts'

const quiet = { from: 22 * 60, to: 6 * 60 } as const
/** Milliseconds by which the arrival must have moved since the last message. */
const movedMs = 20 * 60_000

export type ArrivalMessage = 'evening' | 'next' | 'corrected'

/** The messages of an order for a day. */
export interface Notice {
  readonly toldAt: Date | null
  readonly eveningAt: Date | null
  readonly correctedAt: Date | null
  readonly nextAt: Date | null
}
export const untold: Notice = { toldAt: null, eveningAt: null, correctedAt: null, nextAt: null }

export interface Moment {
  readonly now: Date
  /** From when on messages about the next day are sent: `HH:MM`. */
  readonly evening: string
}

/** The days about which messages may go out now: none at night. */
export function daysToTell({ now, evening }: Moment): string[] {
  const minutes = minutesOf(now)
  if (minutes >= quiet.from || minutes < quiet.to) return []
  const today = dayOf(now)
  return minutes >= minutesIn(evening) ? [today, addDays(today, 1)] : [today]
}

/** The message that is due now; undefined: none. */
export function messageDue(
  arrival: Arrival | undefined,
  notice: Notice,
  {
    isToday,
    hasReported,
    isDriving
  }: { readonly isToday: boolean; readonly hasReported: boolean; readonly isDriving: boolean }
): ArrivalMessage | undefined {
  if (arrival?.state !== 'ahead') return undefined
  if (!isToday) return notice.eveningAt ? undefined : 'evening'
  if (notice.nextAt) return undefined
  if (arrival.position === 1 && isDriving) return 'next'
  const { eveningAt, correctedAt, toldAt } = notice
  if (!hasReported || !eveningAt || correctedAt || !toldAt || !arrival.window) return undefined
  return Math.abs(arrival.expectedAt.getTime() - toldAt.getTime()) > movedMs ? 'corrected' : undefined
}
