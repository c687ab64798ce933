/** Ages and durations as text. */
import type { IntlShape } from '@formatjs/intl'
import { dayMs } from '../../../src/contract/days.ts'
import type { Text } from '../../i18n.ts'
import type { Duration } from './trail.ts'

const units = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000]
] as const

/** `3 days ago`; undefined if `time` is null. Times are in epoch milliseconds. */
export function agoText(intl: IntlShape<string>, time: number | null, now: number): string | undefined {
  if (time === null) return undefined
  const elapsed = now - time
  const [unit, size] = units.find(([, least]) => elapsed >= least) ?? units[2]
  return intl.formatRelativeTime(-Math.max(0, Math.floor(elapsed / size)), unit, { numeric: 'auto' })
}

/** `2 d 5 h`, `5 h 20 min`, `5 h`, `20 min`: the two largest parts. The second part is omitted if it is zero. */
export function durationText(t: Text, { days, hours, minutes }: Duration): string {
  if (days > 0) return t(hours > 0 ? 'map.duration.days' : 'map.duration.wholeDays', { days, hours })
  if (hours > 0) return t(minutes > 0 ? 'map.duration.hours' : 'map.duration.wholeHours', { hours, minutes })
  return t('map.duration.minutes', { minutes })
}
