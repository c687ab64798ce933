/**
 * The undo of an import deletes thousands of rows. For each the database looks for what refers to it, by every foreign key: without an index each
 * look reads a table whole.
 */
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { anOpenDatabase } from '../helper/database.ts'

/** What is deleted in numbers. */
const deleted = [
  'companies.companies',
  'companies.departments',
  'companies.reception_places',
  'iot.containers',
  'orders.orders',
  'users.accounts'
]

let database: Awaited<ReturnType<typeof anOpenDatabase>>
let db: Knex
beforeAll(async () => {
  database = await anOpenDatabase()
  db = database.db
})
afterAll(() => database.close())

/** Columns with a foreign key to those, and whether an index begins with them; one that leaves out only empty ones will do. */
const references = sql`
  select conrelid::regclass || '.' || attname as reference, exists (
    select from pg_index where indrelid = conrelid and indkey[0] = attnum and indisvalid
      and coalesce(pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname), true)) as "isIndexed"
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = any(${deleted}::regclass[]) order by 1`

it('what refers to a thing that is deleted in numbers is found by an index', async () => {
  const found = await query<{ reference: string; isIndexed: boolean }>(db, references)
  expect(found.length).toBeGreaterThan(90)
  expect(found.filter(({ isIndexed }) => !isIndexed).map(({ reference }) => reference)).toEqual([])
})
