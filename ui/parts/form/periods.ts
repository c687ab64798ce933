/** The usual periods of reports, by the business day. */
import { addDays } from '../../../src/contract/days.ts'

/** Days, `YYYY-MM-DD`, both included. */
export interface UsualPeriod {
  readonly name: 'thisMonth' | 'lastMonth' | 'thisYear' | 'lastYear'
  readonly from: string
  readonly to: string
}

function monthOf(day: string): { readonly from: string; readonly to: string } {
  const from = `${day.slice(0, 7)}-01`
  const inNext = addDays(from, 31)
  return { from, to: addDays(`${inNext.slice(0, 7)}-01`, -1) }
}

const yearOf = (year: number): { readonly from: string; readonly to: string } => ({
  from: `${year}-01-01`,
  to: `${year}-12-31`
})

/**
 * Whole months and years: those that `today` is in, and those before.
 * @param endsToday whether no day after today may be chosen, so that what goes on ends with today
 */
export function usualPeriods(today: string, endsToday = false): UsualPeriod[] {
  const thisMonth = monthOf(today)
  const year = Number(today.slice(0, 4))
  const periods: UsualPeriod[] = [
    { name: 'thisMonth', ...thisMonth },
    { name: 'lastMonth', ...monthOf(addDays(thisMonth.from, -1)) },
    { name: 'thisYear', ...yearOf(year) },
    { name: 'lastYear', ...yearOf(year - 1) }
  ]
  return endsToday ? periods.map(period => (period.to > today ? { ...period, to: today } : period)) : periods
}
