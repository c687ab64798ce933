/** How many may read without holding rows at once, and that clients do not keep the staff from it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inBatches } from '../../src/kernel/database/cursor.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { aDatabase } from '../helper/database.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

const read = (forClient: boolean) =>
  inBatches<{ n: number }>({ url: database.url, statement: sql`select generate_series(1, 3) as n`, size: 1, forClient })
const refused = { code: 'kernel.unavailable' }

it('four read at once, of whom two may be clients; one who has ended makes room', async () => {
  const clients = [read(true), read(true)]
  for (const one of clients) expect((await one.next()).value).toEqual([{ n: 1 }])
  await expect(read(true).next()).rejects.toMatchObject(refused)
  const staff = [read(false), read(false)]
  for (const one of staff) expect((await one.next()).value).toEqual([{ n: 1 }])
  await expect(read(false).next()).rejects.toMatchObject(refused)
  await clients[0]?.return(undefined)
  const next = read(true)
  expect((await next.next()).value).toEqual([{ n: 1 }])
  for (const one of [...clients, ...staff, next]) await one.return(undefined)
})
