/**
 * A step that runs without a transaction, of a process that is killed between any two of its statements: the next start goes through it
 * again and ends in the same. Here step 150, which makes texts anew and fills a column beside writers, and makes an index anew.
 */
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { down, up } from '../../migrations/150_one_search_text.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { aDatabase } from '../helper/database.ts'
import { type ACompany, aCompany, anItem, anOrder } from '../helper/factories.ts'

/** With one batch of orders. */
const statements = 12

let database: Awaited<ReturnType<typeof aDatabase>>
let db: Knex
let company: ACompany
let itemId: number
let numbers = 0

beforeAll(async () => {
  database = await aDatabase()
  db = openDatabase({ url: database.url, poolSize: 2 })
  company = await aCompany(db)
  itemId = (await anItem(db)).id
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

class Killed extends Error {}

/** The database for a process that is killed after so many statements; how many it took. */
function dyingAfter(count: number): { knex: Knex; taken(): number } {
  let taken = 0
  const raw = (...given: Parameters<Knex['raw']>): Promise<unknown> => {
    if (taken === count) throw new Killed()
    taken += 1
    return db.raw(...given)
  }
  return { knex: { raw } as unknown as Knex, taken: () => taken }
}

const anOther = async (): Promise<number> => {
  numbers += 1
  return (await anOrder(db, { company, itemId, number: `Z/2026/K${numbers}` })).id
}

async function expectWhole(): Promise<void> {
  const { rows: wrong } = await db.raw(`
    select o.id from orders.orders o left join orders.order_search s on s.order_id = o.id
    where (s.period, s.created_at, s.text)
      is distinct from (orders.search_period(o.created_at), o.created_at, orders.search_text(o))`)
  expect(wrong).toEqual([])
  const { rows: columns } = await db.raw(`
    select attname, attnotnull from pg_attribute
    where attrelid = 'orders.order_search'::regclass and attname in ('company_id', 'created_at', 'period') order by 1`)
  expect(columns).toEqual([
    { attname: 'created_at', attnotnull: true },
    { attname: 'period', attnotnull: true }
  ])
  const { rows: indexes } = await db.raw(`
    select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'orders.order_search'::regclass and not i.indisprimary order by 1`)
  expect(indexes).toEqual([
    { name: 'order_search_periods', valid: true },
    { name: 'order_search_words', valid: true }
  ])
}

describe('the step 150', () => {
  it(`has ${statements} statements`, async () => {
    await anOther()
    await down(db)
    const { knex, taken } = dyingAfter(Number.POSITIVE_INFINITY)
    await up(knex)
    expect(taken()).toBe(statements)
    await expectWhole()
  })

  it.each(Array.from({ length: statements }, (_, count) => count))(
    'is continued after a kill following statement %d, whatever was written meanwhile',
    async count => {
      const changed = await anOther()
      await anOther()
      await down(db)
      await expect(up(dyingAfter(count).knex)).rejects.toThrow(Killed)
      await anOther()
      await db('orders.orders')
        .where({ id: changed })
        .update({ kpo: `KPO/${count}` })
      await up(db)
      await expectWhole()
    }
  )

  it('rebuilds the invalid index that a kill leaves', async () => {
    await anOther()
    await down(db)
    await expect(up(dyingAfter(5).knex)).rejects.toThrow(Killed)
    // as a build that does not come to its end leaves it: this one cannot, because all rows are alike to it
    const build = 'create unique index concurrently order_search_words_new on orders.order_search ((1))'
    await expect(db.raw(build)).rejects.toThrow('could not create unique index')
    const { rows } = await db.raw(
      `select indisvalid as valid from pg_index where indexrelid = 'orders.order_search_words_new'::regclass`
    )
    expect(rows).toEqual([{ valid: false }])
    await up(db)
    await expectWhole()
  })
})
