/**
 * migrations/schema.sql is the database as all migrations leave it, to be read in one place.
 * `npx vitest run test/kernel/schema-page.test.ts -u` prints it anew.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '../helper/cluster.ts'
import { aDatabase } from '../helper/database.ts'
import { printSchema } from '../helper/print-schema.ts'

const head = `-- The database after all migrations: made from the catalogue, only to be read. Nothing executes this file.
-- \`npx vitest run test/kernel/schema-page.test.ts -u\` prints it anew. Left out: partitions by date, the tables of knex and pg-boss, rights.`

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

it('migrations/schema.sql has the tables, indexes, views and functions that the migrations make', async () => {
  await withClient(database.url, async client => {
    const text = await printSchema(client)
    expect(text).toContain('create table orders.orders (')
    expect(text).not.toMatch(/readings_\d/)
    await expect(`${head}\n\n${text}\n`).toMatchFileSnapshot('../../migrations/schema.sql')
  })
})
