/**
 * The readings could lie on several machines (Citus, by container) or in TimescaleDB (by container and time) without another schema: nothing refers to one,
 * one refers to nothing, and container and time are in every key. Neither program is needed for that, or used here.
 */
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, query, sql } from '../../src/kernel/database/sql.ts'
import { anOpenDatabase } from '../helper/database.ts'

/** The table and its partitions. */
const tables = sql`(select relid from pg_partition_tree('iot.readings') union select 'iot.readings_other'::regclass)`
const references = sql`select conname from pg_constraint where contype = 'f' and (conrelid in ${tables} or confrelid in ${tables})`
const loose = sql`select indexrelid::regclass::text as name from pg_index
  where indrelid in ${tables} and (indisunique or indisexclusion) and not (
    select array_agg(attname::text) @> array['container_id', 'ts'] from pg_attribute
    where attrelid = indrelid and attnum = any((indkey::int2[])[0:indnkeyatts - 1]))`
/** What each machine would do, or count, for itself. */
const own = sql`select tgname as name from pg_trigger where tgrelid in ${tables} and not tgisinternal
  union select attname from pg_attribute where attrelid in ${tables} and attnum > 0 and (attidentity <> '' or attgenerated <> '')
  union select conname from pg_constraint where conrelid in ${tables} and contype = 'x'`

let database: Awaited<ReturnType<typeof anOpenDatabase>>
let db: Knex
beforeAll(async () => {
  database = await anOpenDatabase()
  db = database.db
})
afterAll(() => database.close())

/** What the statement finds with the change, which is taken back. */
async function foundWith(statement: typeof own, change: string): Promise<unknown[]> {
  const trx = await db.transaction()
  try {
    await trx.raw(change)
    return await query(trx, statement)
  } finally {
    await trx.rollback()
  }
}
const found = (statement: typeof own, on: Database = db) => query(on, statement)

it('no reading refers to a row, and no row to a reading', async () => {
  expect(await found(references)).toEqual([])
  const into =
    'create table iot.remarks (container_id int, ts timestamptz, foreign key (container_id, ts) references iot.readings)'
  expect(await foundWith(references, into)).not.toEqual([])
  const from = 'alter table iot.readings add foreign key (container_id) references iot.containers'
  expect(await foundWith(references, from)).not.toEqual([])
})

it('every key of readings has the container and the time', async () => {
  const keys = await query(db, sql`select from pg_index where indrelid in ${tables} and indisunique`)
  expect(keys.length).toBeGreaterThan(3)
  expect(await found(loose)).toEqual([])
  expect(await foundWith(loose, 'create unique index one_a_time on iot.readings (ts)')).not.toEqual([])
  const only = 'create unique index one_each on iot.readings_other (container_id) include (ts)'
  expect(await foundWith(loose, only)).toEqual([{ name: 'iot.one_each' }])
})

it('a reading is stored as it comes: no trigger, no number of its own, no computed column', async () => {
  expect(await found(own)).toEqual([])
  const computed = 'alter table iot.readings add column number int generated always as (container_id + 1) stored'
  expect(await foundWith(own, computed)).toEqual([{ name: 'number' }])
})
