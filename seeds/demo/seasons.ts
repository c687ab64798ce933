/** When orders come in: the trade's seasons, week by week, year by year. */
import { dayMs } from '../../src/contract/days.ts'

const months = [0.55, 0.6, 1.7, 1.9, 1.0, 0.7, 0.6, 0.65, 0.95, 1.9, 2.1, 0.9]
const weekdays = [0, 1.25, 1.15, 1.1, 1.05, 0.9, 0.2]

export interface Day {
  start: number
  until: number
}

/** The days that have orders, each with the share of all orders (0 to 1) that is placed by its end. */
export function seasons(count: number, now: Date): Day[] {
  const years = count <= 20_000 ? 1.5 : Math.min(4.8, 1.5 + Math.log10(count / 20_000) * 2)
  const today = Math.floor(now.getTime() / dayMs)
  const days: Day[] = []
  let sum = 0
  for (let day = today - Math.round(years * 365); day <= today; day++) {
    const date = new Date(day * dayMs)
    const weight = (months[date.getUTCMonth()] as number) * (weekdays[date.getUTCDay()] as number)
    // The business grows by a fifth each year.
    sum += weight * 1.2 ** ((day - today) / 365)
    if (weight > 0 || day === today) days.push({ start: day * dayMs, until: sum })
  }
  return days.map(day => ({ start: day.start, until: day.until / sum }))
}
