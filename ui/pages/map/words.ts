/** Times as people say them. */
import type { IntlShape } from '@formatjs/intl'
import type { Text } from '../../i18n.ts'
import type { Duration } from './trail.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000]
] as const

/** `3 days ago`; undefined for what was never heard. */
export function agoOf(intl: IntlShape<string>, seen: number | null, now: number): string | undefined {
  if (seen === null) return undefined
  const passed = now - seen
  const [unit, size] = units.find(([, least]) => passed >= least) ?? units[2]
  return intl.formatRelativeTime(-Math.max(0, Math.floor(passed / size)), unit, { numeric: 'auto' })
}

/** `2 d 5 h`, `5 h 20 min`, `20 min`: the two greatest parts. */
export function durationText(t: Text, { days, hours, minutes }: Duration): string {
  if (days > 0) return t('map.duration.days', { days, hours })
  return hours > 0 ? t('map.duration.hours', { hours, minutes }) : t('map.duration.minutes', { minutes })
}
