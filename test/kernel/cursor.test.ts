/** How many may read without holding rows at once, and that neither clients nor one person keep all others from it. */

import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { doubles, integers, smallints } from '../../src/kernel/database/arrays.ts'
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
const at = () => ({ settings: { databaseUrl: database.url } })
const read = (reader: Reading['reader']) =>
  inBatches<{ n: number }>({ source: at(), statement: sql`select generate_series(1, 3) as n`, size: 1, reader })

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

it('a client account may read once at a time, a staff account three times, the application without limit', async () => {
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

it('a reading that is given up before its statement sends none', async () => {
  const statement = sql`select 1 / 0 as n`
  const of = { source: at(), statement, reader: staff(4) }
  await expect(inBatches(of).next()).rejects.toMatchObject({ code: '22012' })
  await expect(inBatches({ ...of, signal: AbortSignal.abort() }).next()).rejects.toMatchObject({ name: 'AbortError' })
})

/** What PostgreSQL reads of an array in its binary format is what was given. */
describe('arrays in the binary format', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  let db: pg.Client
  beforeAll(async () => {
    database = await aDatabase()
    db = new pg.Client({ connectionString: database.url })
    await db.connect()
  })
  afterAll(async () => {
    await db.end()
    await database.drop()
  })

  const same = (value: number | null | undefined) => value
  const read = async (type: string, value: Buffer) =>
    (await db.query(`select array(select unnest($1::${type}[])) as read`, [value])).rows[0].read

  it.each([
    ['float8', doubles, [0, -0.5, 1 / 3, 52.00001, 1.7e308, 5e-324, 1_795_310_191_123]],
    ['int', integers, [0, 1, -1, 2_147_483_647, -2_147_483_648]],
    ['smallint', smallints, [0, 30, -1, 32_767, -32_768]]
  ] as const)('numbers of %s arrive as they are, in their order', async (type, of, numbers) => {
    expect(await read(type, of(numbers, same))).toEqual(numbers)
  })

  it('no number is NULL, and no element is an empty array', async () => {
    const none = [1, null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 2]
    for (const [type, of] of [
      ['float8', doubles],
      ['int', integers],
      ['smallint', smallints]
    ] as const) {
      expect(await read(type, of(none, same))).toEqual([1, null, null, null, null, 2])
      expect(await read(type, of([], same))).toEqual([])
    }
  })
})
