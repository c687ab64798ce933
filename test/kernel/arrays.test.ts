/** What PostgreSQL reads of an array in its binary format is what was given. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { doubles, integers, smallints } from '../../src/kernel/database/arrays.ts'
import { aDatabase } from '../helper/database.ts'

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

it('a missing number is NULL, and no elements are an empty array', async () => {
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
