/**
 * The overview of the dashboard: orders by day and status, tonnes by week, the load of vehicles, and containers that need attention.
 */
import { addDays, dayOf } from '../../../src/contract/days.ts'
import { codesOf } from '../../../src/contract/vocabulary.ts'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { vehiclesToPlan } from '../../fleet/public.ts'
import { containersInNeed } from '../../iot/public.ts'
import { finishedWithin, placedWithin, plannedCargo, routesWithin, waitingForAccounting } from '../../orders/public.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { type DayRoute, Overview, type OverviewData } from './schema.ts'

const shown = { days: 14, weeks: 12, planned: 7 }

interface CountRow {
  readonly day: string
  readonly status: number
  readonly count: number
}

const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addDays(first, at))

/** Orders by the day on which they were placed and their present status. */
async function ordersByDay(database: Database, days: readonly string[]) {
  const period = { from: days[0] as string, to: days.at(-1) as string }
  const rows = await query<CountRow>(
    database,
    sql`select to_char(day, 'YYYY-MM-DD') as day, status, count(*)::int as count from (${placedWithin(period)}) o
      group by day, status`
  )
  const countOn = (status: number, day: string): number =>
    rows.find(row => row.status === status && row.day === day)?.count ?? 0
  return codesOf(OrderStatus).map(status => ({
    status: status as (typeof OrderStatus)['new'],
    counts: days.map(day => countOn(status, day))
  }))
}

/** The Monday of the week that contains the day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

async function tonnesByWeek(database: Database, today: string) {
  const mondays = Array.from({ length: shown.weeks }, (_, at) => addDays(mondayOf(today), 7 * (at - shown.weeks + 1)))
  const rows = await query<{ week: string; tonnes: number }>(
    database,
    sql`select to_char(date_trunc('week', day), 'YYYY-MM-DD') as week, coalesce(sum(tonnage), 0) as tonnes
      from (select day, sum(tonnage) as tonnage from (${finishedWithin({ from: mondays[0] as string, to: today })}) o
        group by day) days
      group by 1`
  )
  return mondays.map(from => ({ from, tonnes: rows.find(({ week }) => week === from)?.tonnes ?? 0 }))
}

interface LoadRow {
  readonly id: number
  readonly name: string
  readonly driver: string
  readonly capacity: number
  readonly day: string
  readonly tonnes: number
}

async function loadOfVehicles(database: Database, days: readonly string[]) {
  const period = { from: days[0] as string, to: days.at(-1) as string }
  const rows = await query<LoadRow>(
    database,
    sql`select v.id, v."registerNumber" as name, v.driver, v.capacity, to_char(cargo.day, 'YYYY-MM-DD') as day,
        sum(cargo.tonnes) as tonnes
      from (${plannedCargo(period)}) cargo join (${vehiclesToPlan()}) v on v.id = cargo.vehicle_id
      group by v.id, v."registerNumber", v.driver, v.capacity, cargo.day order by v."registerNumber", v.id`
  )
  const vehicles = [...new Map(rows.map(row => [row.id, row])).values()]
  return vehicles.map(({ id, name, driver, capacity }) => ({
    id,
    name,
    driver,
    capacity,
    tonnes: days.map(day => rows.find(row => row.id === id && row.day === day)?.tonnes ?? 0)
  }))
}

const nothing: OverviewData['accounting'] = { unsent: 0, unnumbered: 0, queued: 0, failed: 0, uninvoiced: 0 }

/** The work of the day: the routes of today and tomorrow, how many of their drivers were notified, and what waits for accounting. */
async function atTheBeginning(database: Database, today: string) {
  const [routes, accounting] = await Promise.all([
    query<DayRoute>(database, routesWithin({ from: today, to: addDays(today, 1) })),
    queryOne<OverviewData['accounting']>(database, waitingForAccounting)
  ])
  return { routes, accounting: accounting ?? nothing }
}

export const overviewRoute = defineRoute({
  url: '/api/Dashboard/overview',
  access: ['ADMIN'],
  summary:
    'Orders by day and status, tonnes by week, load of vehicles, containers in need, routes of today and tomorrow, what waits for accounting',
  replica: true,
  answer: ItemResponse(Overview),
  run: async ({ services: { db, now } }) => {
    const asOf = now()
    const today = dayOf(asOf)
    const days = daysFrom(addDays(today, 1 - shown.days), shown.days)
    const planned = daysFrom(today, shown.planned)
    const [orders, weeks, vehicles, containers, beginning] = await Promise.all([
      ordersByDay(db, days),
      tonnesByWeek(db, today),
      loadOfVehicles(db, planned),
      queryOne<{ silent: number; low: number; critical: number }>(db, containersInNeed),
      atTheBeginning(db, today)
    ])
    return {
      data: {
        asOf: asOf.toISOString(),
        days,
        orders,
        weeks,
        planned: { days: planned, vehicles },
        containers: containers ?? { silent: 0, low: 0, critical: 0 },
        ...beginning
      }
    }
  }
})
