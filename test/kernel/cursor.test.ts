/** How many may read without holding rows at once, and that neither clients nor one person keep all others from it. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/kernel/database/sql.ts'
import { inBatches, type Reading } from '../../src/kernel/files/cursor.ts'
import { aDatabase } from '../helper/database.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

const staff = (accountId: number | null) => ({ accountId, role: accountId === null ? 'SYSTEM' : 'ADMIN' }) as const
const client = (accountId: number) => ({ accountId, role: 'CLIENT' }) as const
const read = (reader: Reading['reader']) =>
  inBatches<{ n: number }>({ url: database.url, statement: sql`select generate_series(1, 3) as n`, size: 1, reader })

const full = { code: 'kernel.unavailable' }
const hasEnough = { code: 'kernel.tooManyFiles' }

let open: AsyncGenerator<unknown>[] = []
afterEach(async () => {
  for (const one of open) await one.return(undefined)
  open = []
})

/** Each of them reads on until the test is over. */
async function begin(...readers: Reading['reader'][]) {
  for (const reader of readers) {
    const one = read(reader)
    open.push(one)
    expect((await one.next()).value).toEqual([{ n: 1 }])
  }
}
const refusal = (reader: Reading['reader'], refused: object) =>
  expect(read(reader).next()).rejects.toMatchObject(refused)

it('four read at once, of whom two may be clients; one who has ended makes room', async () => {
  await begin(client(1), client(2))
  await refusal(client(3), full)
  await begin(staff(4), staff(5))
  await refusal(staff(6), full)
  await open[0]?.return(undefined)
  await begin(client(3))
})

it('nobody reads everything alone: a client once, one of the staff three times, the application as it needs', async () => {
  await begin(client(1))
  await refusal(client(1), hasEnough)
  await begin(staff(4), staff(4), staff(4))
  await refusal(staff(4), hasEnough)
  await open[0]?.return(undefined)
  await open[1]?.return(undefined)
  await begin(client(1), staff(4))
  for (const one of open) await one.return(undefined)
  await begin(staff(null), staff(null), staff(null), staff(null))
})

it('what is given up before its statement is under way asks nothing', async () => {
  const statement = sql`select 1 / 0 as n`
  const of = { url: database.url, statement, reader: staff(4) }
  await expect(inBatches(of).next()).rejects.toMatchObject({ code: '22012' })
  await expect(inBatches({ ...of, signal: AbortSignal.abort() }).next()).rejects.toMatchObject({ name: 'AbortError' })
})
