/**
 * Orders placed per day: their number and their net value in PLN, for all regions together and for each region. Orders by the tonne count
 * once they are weighed, with their tonnes × price.
 */
import { addDays } from '../../../src/contract/days.ts'
import { metadataOf } from '../../../src/contract/vocabulary.ts'
import { type Database, query, sql } from '../../../src/kernel/database/sql.ts'
import { placedWithin } from '../../orders/public.ts'
import { Region } from '../schema.ts'
import { placeRegions } from './regions.ts'

interface Placed {
  readonly day: string
  /** Null if the place is in no region. */
  readonly region: number | null
  readonly count: number
  readonly value: number
}

/** A line of a chart: a value for each day, in the order of the days. */
export interface Series {
  /** Null for the sum of the requested regions, or of all orders if no region was requested. */
  readonly region: number | null
  readonly data: Readonly<Record<string, number>>
}

/** The last `count` days up to `lastDay`, which is included. */
const daysUpTo = (lastDay: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(lastDay, at - count + 1))

/** @param regions the requested regions; empty for all */
export async function chartOf(
  database: Database,
  what: 'count' | 'value',
  { lastDay, days, regions }: { readonly lastDay: string; readonly days: number; readonly regions: readonly number[] }
): Promise<Series[]> {
  const dates = daysUpTo(lastDay, days)
  const period = { from: dates[0] as string, to: lastDay }
  const rows = await query<Placed>(
    database,
    sql`with placed as (
        select place_id, day, count(*)::int as count, coalesce(sum(net_owed), 0) as value from (${placedWithin(period)}) o
        group by place_id, day
      )
      select to_char(placed.day, 'YYYY-MM-DD') as day, regions.region, sum(placed.count)::int as count,
        sum(placed.value) as value
      from placed left join (${placeRegions}) regions on regions.id = placed.place_id
      group by placed.day, regions.region`
  )
  const shown = regions.length > 0 ? regions : metadataOf(Region).members.map(({ code }) => code)
  const asked = regions.length > 0 ? rows.filter(({ region }) => region !== null && regions.includes(region)) : rows
  const lineOf = (some: readonly Placed[]) =>
    Object.fromEntries(
      dates.map(date => {
        const sum = some.filter(({ day }) => day === date).reduce((total, row) => total + row[what], 0)
        return [date, Math.round(sum * 100) / 100]
      })
    )
  return [
    { region: null, data: lineOf(asked) },
    ...shown.map(region => ({ region, data: lineOf(rows.filter(row => row.region === region)) }))
  ]
}
