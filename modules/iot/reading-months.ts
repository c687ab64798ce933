/**
 * Months of readings: a partition each, made ahead by the worker and dropped when its last day is older than is kept
 * (`READINGS_KEEP_MONTHS`; 0 keeps all). Months are of UTC. Stays are kept whatever becomes of their readings.
 *
 * What is dropped is gone, so three clocks have to agree that it is old: ours, the database's, and the newest reading's. A clock
 * that jumps ahead drops nothing, and neither does an installation whose sensors have been silent for years.
 *
 * To change the set of partitions PostgreSQL locks the table against everyone. A reader of long standing (a backup) would make that
 * wait, and ingest wait behind it; so each change waits for half a second at most, and is tried again, at the latest in an hour.
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

/** The first moment (UTC) of the month of `now`, or of one so many months later. */
export const monthOf = (now: Date, later = 0): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later))

const dayOf = (month: Date): string => month.toISOString().slice(0, 10)

/** @param keep how many whole months are kept besides the present one; 0: all */
export async function keepReadingMonths(databaseUrl: string, now: Date, keep: number): Promise<void> {
  const database = openDatabase({ url: databaseUrl, poolSize: 1, statementTimeoutMs: 0 })
  try {
    const changes: (() => Promise<void>)[] = []
    for (let later = 0; later <= monthsAhead; later++)
      changes.push(() => change(database, sql`select iot.add_readings_month(${dayOf(monthOf(now, later))}::date)`))
    if (keep > 0) changes.push(...(await retirement(database, now, keep)))
    await doAll(changes)
  } finally {
    await database.destroy()
  }
}

/** What there is to do so that nothing from before the months that are kept is left. */
async function retirement(database: Knex, now: Date, keep: number): Promise<(() => Promise<void>)[]> {
  const since = await keptSince(database, now, keep)
  if (since === undefined) return []
  const partitions = await query<{ name: string }>(
    database,
    sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'iot.readings'::regclass order by 1`
  )
  const old = partitions.filter(({ name }) => {
    const [whole, year, month] = partition.exec(name) ?? []
    return whole !== undefined && `${year}-${month}-01` < dayOf(since)
  })
  return [
    ...old.map(
      ({ name }) =>
        () =>
          change(database, sql`drop table if exists iot.${raw(name)}`)
    ),
    () => remove(database, 'iot.readings_other', 'ts', since),
    () => remove(database, 'iot.rejected_readings', 'received_at', since)
  ]
}

/**
 * Since when readings are kept from now on: stated first, while no writer writes, so that nothing older is stored afterwards.
 * Never earlier than it was. Undefined where no sensor has sent anything.
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

/** Does all that can be done. What somebody else's lock is in the way of is tried again after the others, a few times. */
async function doAll(changes: (() => Promise<void>)[]): Promise<void> {
  let failure: unknown
  let refused = 0
  for (let one = changes.shift(); one; one = changes.shift()) {
    try {
      await one()
    } catch (error) {
      const isLocked = (error as { code?: string }).code === lockNotAvailable
      refused += isLocked ? 1 : 0
      if (!isLocked || refused >= attempts) failure ??= error
      else {
        changes.push(one)
        await wait(pauseMs)
      }
    }
  }
  if (failure) throw failure
}

/** Changes the set of partitions, if nobody reads for long. */
const change = (database: Knex, statement: Sql): Promise<void> =>
  database.transaction(async trx => {
    await query(trx, sql`set local lock_timeout = '500ms'`)
    await query(trx, statement)
  })

/** Deletes the rows from before a time, some at a time, so that no transaction is long. */
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
