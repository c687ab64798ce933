/**
 * Months of readings: a partition each, made ahead by the worker and dropped when its last day is older than is kept
 * (`READINGS_KEEP_MONTHS`; 0 keeps all). Months are of UTC. Stays are kept whatever becomes of their readings.
 */
import { type Database, query, raw, sql } from '../../src/kernel/database/sql.ts'

const monthsAhead = 3
const partition = /^readings_(\d{4})_(\d{2})$/

/** The first day (`YYYY-MM-DD`) of the month of `now`, or of one so many months later. */
const firstDay = (now: Date, later = 0): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString().slice(0, 10)

/** @param keep how many whole months are kept besides the present one; 0: all */
export async function keepReadingMonths(database: Database, now: Date, keep: number): Promise<void> {
  for (let later = 0; later <= monthsAhead; later++)
    await query(database, sql`select iot.add_readings_month(${firstDay(now, later)}::date)`)
  if (keep === 0) return
  const kept = firstDay(now, -keep)
  const partitions = await query<{ name: string }>(
    database,
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'iot.readings'::regclass order by 1`
  )
  for (const { name } of partitions) {
    const [whole, year, month] = partition.exec(name) ?? []
    if (whole && `${year}-${month}-01` < kept) await query(database, sql`drop table iot.${raw(whole)}`)
  }
  await query(database, sql`delete from iot.readings_other where ts < ${`${kept}T00:00:00Z`}::timestamptz`)
  await query(database, sql`delete from iot.rejected_readings where received_at < ${`${kept}T00:00:00Z`}::timestamptz`)
}
