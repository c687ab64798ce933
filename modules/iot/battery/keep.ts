/**
 * Updates the forecasts of batteries in the worker: once for each container after each business day. Medians are computed for the days
 * since the last forecast and the two before it, whose readings may have arrived late; the forecast then uses the last thirty days.
 *
 * Medians and forecasts are computed without a lock. Then the containers are updated in the order of their ids. One that is locked at
 * that moment is skipped and done in the next hour, so that the ingest never waits.
 */
import { addDays, dayMs, dayOf, timeZone } from '../../../src/contract/days.ts'
import { type Database, query, raw, sql } from '../../../src/kernel/database/sql.ts'
import { businessDay, startOfDay } from '../../../src/kernel/resources/fields.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type DayVolts, forecastOf, windowDays } from './forecast.ts'

const batchSize = 200
/** For how many days before the last forecast the medians are computed again. */
const lateDays = 2

/** Updates all forecasts that are due. Called every hour. */
export async function keepForecasts({ db, now, settings }: Pick<Services, 'db' | 'now' | 'settings'>): Promise<void> {
  const yesterday = addDays(dayOf(now()), -1)
  for (let after = 0; ; ) {
    const due = await query<Due>(
      db,
      sql`select id, battery_change_id as change from iot.containers where id > ${after} and battery_forecast_day is distinct from ${yesterday}::date
        order by id limit ${batchSize}`
    )
    const ids = due.map(({ id }) => id)
    if (ids.length > 0) await forecastBatch(db, due, yesterday, settings.batteryCriticalVolts)
    if (ids.length < batchSize) return
    after = ids.at(-1) ?? after
  }
}

/** A container whose forecast is due, with the change of its battery that the forecast is made for. */
interface Due {
  readonly id: number
  readonly change: number | null
}

async function forecastBatch(db: Database, due: readonly Due[], yesterday: string, critical: number) {
  const ids = due.map(({ id }) => id)
  await keepMedians(db, ids, yesterday)
  const days = await query<DayVolts & { id: number }>(
    db,
    sql`select container_id as id, day - ${yesterday}::date as day, volts::float8 as volts from iot.battery_days
      where container_id = any(${[...ids]}::int[]) and day > ${addDays(yesterday, -windowDays)}::date
      order by container_id, day`
  )
  const byId = new Map(ids.map(id => [id, [] as DayVolts[]]))
  for (const { id, ...measured } of days) byId.get(id)?.push(measured)
  const forecasts = due.map(({ id, change }) => {
    const measured = byId.get(id) ?? []
    const { trend, slope, daysLeft } = forecastOf(measured, critical)
    const lastDay = addDays(yesterday, measured.at(-1)?.day ?? 0)
    const at = daysLeft === null ? null : new Date(Date.parse(`${lastDay}T12:00:00Z`) + daysLeft * dayMs)
    return { id, change, trend, slope, at }
  })
  await query(
    db,
    sql`with forecast as (
        select * from jsonb_to_recordset(${JSON.stringify(forecasts)}::jsonb)
          as f (id int, change int, trend smallint, slope float8, at timestamptz)
      ), free as (
        select id from iot.containers where id = any(${[...ids]}::int[]) order by id for no key update skip locked
      )
      update iot.containers container set battery_trend = forecast.trend, battery_slope = forecast.slope,
        battery_critical_at = forecast.at, battery_forecast_day = ${yesterday}::date
      from forecast join free using (id)
      where container.id = forecast.id and container.battery_change_id is not distinct from forecast.change`
  )
}

/** Medians of the days of the present battery: of one whose change is recorded, of readings since then. */
async function keepMedians(db: Database, ids: readonly number[], yesterday: string): Promise<void> {
  const firstDay = addDays(yesterday, 1 - windowDays)
  const since = startOfDay(firstDay)
  const changedDay = raw(businessDay('change.changed_at'))
  await query(
    db,
    sql`delete from iot.battery_days kept using iot.containers container
        left join iot.battery_changes change on change.id = container.battery_change_id
      where container.id = any(${[...ids]}::int[]) and kept.container_id = container.id
        and (kept.day < greatest(${firstDay}::date, ${changedDay})
          or (kept.day = ${changedDay} and container.battery_forecast_day is null))`
  )
  await query(
    db,
    sql`insert into iot.battery_days (container_id, day, volts)
      select due.id, ${raw(businessDay('reading.ts'))}, percentile_cont(0.5) within group (order by reading.battery)
      from (
        select container.id, greatest(${since}, change.changed_at,
          (battery_forecast_day - ${lateDays}::int)::timestamp at time zone ${raw(`'${timeZone}'`)}) as since
        from iot.containers container left join iot.battery_changes change on change.id = container.battery_change_id
        where container.id = any(${[...ids]}::int[])
      ) due
        join iot.readings reading on reading.container_id = due.id and reading.ts >= due.since
      where reading.ts >= ${since} and reading.ts < ${startOfDay(yesterday, 1)} and reading.battery is not null
      group by 1, 2
      on conflict (container_id, day) do update set volts = excluded.volts
        where battery_days.volts <> excluded.volts`
  )
}
