/**
 * Partitions of readings: one for each month in UTC, created in advance by the worker, and dropped when all its days are older than
 * `READINGS_KEEP_MONTHS` (0 keeps all). Stays are kept even if their readings are dropped.
 *
 * Dropped readings cannot be restored, so three clocks must agree that they are old: that of this process, that of the database, and the
 * time of the newest reading. A clock that jumps ahead drops nothing; nor does an installation whose sensors have been silent for years.
 *
 * To add or drop a partition, PostgreSQL locks the whole table. A long transaction that reads it (a backup) would make that lock wait, and
 * the ingest behind it. So each change waits for half a second at most, and is tried again, at the latest in an hour.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { query, queryOne, raw, type Sql, sql } from '../../src/kernel/database/sql.ts'
import { allWritersLock } from './ingest/write.ts'

const monthsAhead = 3
const attempts = 5
const pauseMs = 500
const deletedAtOnce = 10_000
const partition = /^readings_(\d{4})_(\d{2})$/
const lockNotAvailable = '55P03'

/** The first moment of the month of `now` in UTC, or of the month so many months later. */
export const monthOf = (now: Date, later = 0): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later))

const dayOf = (month: Date): string => month.toISOString().slice(0, 10)

/**
 * Creates the partitions of coming months and drops those that are no longer kept. Throws the first error after trying everything.
 * @param keep how many whole months are kept in addition to the present one; 0: all
 */
export async function keepReadingMonths(databaseUrl: string, now: Date, keep: number): Promise<void> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 0 })
  try {
    const ahead = Array.from(
      { length: monthsAhead + 1 },
      (_, later) => () => change(database, sql`select iot.add_readings_month(${dayOf(monthOf(now, later))}::date)`)
    )
    // old partitions are dropped even if creating new ones has failed
    const failures = [await doAll(ahead), keep > 0 ? await retire(database, now, keep).catch(asError) : undefined]
    const failure = failures.find(one => one !== undefined)
    if (failure) throw failure
  } finally {
    await database.destroy()
  }
}

const asError = (error: unknown): Error => error as Error

/** Removes everything from before the months that are kept. Returns the first error, if any. */
async function retire(database: Knex, now: Date, keep: number): Promise<Error | undefined> {
  const since = await keptSince(database, now, keep)
  if (since === undefined) return undefined
  const partitions = await query<{ name: string }>(
    database,
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'iot.readings'::regclass order by 1`
  )
  const old = partitions.filter(({ name }) => {
    const [whole, year, month] = partition.exec(name) ?? []
    return whole !== undefined && `${year}-${month}-01` < dayOf(since)
  })
  return doAll([
    ...old.map(
      ({ name }) =>
        () =>
          change(database, sql`select iot.drop_readings_month(${name})`)
    ),
    () => remove(database, 'iot.readings_other', 'ts', since),
    () => remove(database, 'iot.rejected_readings', 'received_at', since)
  ])
}

/**
 * Stores and returns the time from which readings are kept, while no writer writes, so that nothing older is stored afterwards. It never
 * becomes earlier. Undefined if no sensor has sent anything.
 */
async function keptSince(database: Knex, now: Date, keep: number): Promise<Date | undefined> {
  const clocks = await queryOne<{ present: Date | null }>(
    database,
    sql`select least(${now}::timestamptz, now(), max(last_active_at)) as present
      from iot.containers having max(last_active_at) is not null`
  )
  if (!clocks?.present) return undefined
  const since = monthOf(clocks.present, -keep)
  return database.transaction(async trx => {
    await trx.raw(allWritersLock)
    const stated = await queryOne<{ since: Date }>(
      trx,
      sql`update iot.kept_readings set since = greatest(since, ${since}) returning since`
    )
    return stated?.since
  })
}

/**
 * Makes all changes that can be made, and returns the first error, if any. A change that could not get its lock is tried again after the
 * others, a few times.
 */
async function doAll(changes: (() => Promise<void>)[]): Promise<Error | undefined> {
  let failure: Error | undefined
  let refused = 0
  for (let one = changes.shift(); one; one = changes.shift()) {
    try {
      await one()
    } catch (error) {
      const isLocked = (error as { code?: string }).code === lockNotAvailable
      refused += isLocked ? 1 : 0
      if (!isLocked || refused >= attempts) failure ??= asError(error)
      else {
        changes.push(one)
        await wait(pauseMs)
      }
    }
  }
  return failure
}

/** Makes a change that locks the table. Throws if the lock is not available within half a second. */
const change = (database: Knex, statement: Sql): Promise<void> =>
  database.transaction(async trx => {
    await query(trx, sql`set local lock_timeout = '500ms'`)
    await query(trx, statement)
  })

/** Deletes the rows from before a time in batches, so that no transaction is long. */
async function remove(database: Knex, table: string, column: string, before: Date): Promise<void> {
  for (;;) {
    const gone = await query(
      database,
      sql`delete from ${raw(table)} where ctid = any(array(
        select ctid from ${raw(table)} where ${raw(column)} < ${before} limit ${deletedAtOnce})) returning 1`
    )
    if (gone.length < deletedAtOnce) return
  }
}
