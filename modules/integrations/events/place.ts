/**
 * Gives events their places in the feed. A place is given after the commit, by one process at a time: who does it holds the lock of the
 * feed's row until its own commit, and takes what it sees then. So a place that is seen means that all before it are seen, and no reader
 * skips what commits late. Of one thing the events keep their order: its writers wait for one another, and so does what they write.
 *
 * In the same transaction each event is given to the webhooks that want it: once, whatever happens to the worker.
 */
import type { Knex } from 'knex'
import { type Database, query, queryOne, sql } from '../../../src/kernel/database/sql.ts'

const batchSize = 2_000

/** Gives places to all events that have none. Where another process is doing so, or there are none, it does nothing. */
export async function placeEvents(db: Knex, now: Date): Promise<void> {
  while (await hasUnplaced(db)) {
    const placed = await db.transaction(trx => placeBatch(trx, now))
    if (placed < batchSize) return
  }
}

async function hasUnplaced(database: Database): Promise<boolean> {
  return (await queryOne(database, sql`select 1 from kernel.events where place is null limit 1`)) !== undefined
}

async function placeBatch(trx: Knex.Transaction, now: Date): Promise<number> {
  const feed = await queryOne(trx, sql`select from integrations.feed for update skip locked`)
  if (!feed) return 0
  // a statement of its own, which sees what was committed before the lock was taken
  const found = await queryOne<{ placed: number }>(
    trx,
    sql`with next as (
        select id, row_number() over (order by id) as n from (
          select id from kernel.events where place is null order by id limit ${batchSize}) unplaced
      ), placed as (
        update kernel.events e set place = feed.last_place + next.n from next, integrations.feed where e.id = next.id
        returning e.place, e.type, e.subject_type, e.subject_id, e.company_id
      ), given as (
        insert into integrations.deliveries (webhook_id, place, type, subject, created_at, due_at)
        select w.id, p.place, p.type, p.subject_type || ' ' || p.subject_id, ${now}::timestamptz, ${now}::timestamptz
        from placed p join integrations.webhooks w on w.turned_off_at is null and w.removed_at is null
          and p.type = any(w.types) and (w.company_id is null or w.company_id = p.company_id)
        order by p.place, w.id
      )
      update integrations.feed set last_place = last_place + (select count(*) from next) where (select count(*) from next) > 0
      returning (select count(*)::int from next) as placed`
  )
  return found?.placed ?? 0
}

const dropBatch = 5_000

/** Drops the events and deliveries of more than so many days ago, and remembers up to where the feed has lost them. */
export async function dropEvents(db: Knex, now: Date, days: number): Promise<void> {
  await placeEvents(db, now)
  for (;;) {
    const gone = await db.transaction(async trx => {
      const dropped = await query<{ place: number }>(
        trx,
        sql`delete from kernel.events where id in (
            select id from kernel.events where at < ${now}::timestamptz - make_interval(days => ${days}::int)
              and place is not null order by id limit ${dropBatch})
          returning place::float8 as place`
      )
      const last = Math.max(0, ...dropped.map(({ place }) => place))
      if (last > 0)
        await query(trx, sql`update integrations.feed set dropped_place = greatest(dropped_place, ${last}::bigint)`)
      return dropped.length
    })
    if (gone < dropBatch) break
  }
  for (;;) {
    const gone = await query(
      db,
      sql`delete from integrations.deliveries where id in (
          select id from integrations.deliveries where created_at < ${now}::timestamptz - make_interval(days => ${days}::int)
          order by created_at limit ${dropBatch})
        returning 1`
    )
    if (gone.length < dropBatch) return
  }
}
