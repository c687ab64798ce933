/** Statements that are planned once a connection: their names, their bound, and what a migration does to them. */
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { maxPrepared } from '../../src/kernel/database/prepared.ts'
import { literal, query, queryPrepared, raw, sql } from '../../src/kernel/database/sql.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { aCompany, anItem, anOrder } from '../helper/factories.ts'

let test: TestApp
let staff: Person
/** One connection, so that what one call prepares is there for the next. */
let one: Knex
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
  staff = await test.signedInAs('ADMIN')
  const { db } = test.services
  const company = await aCompany(db)
  const itemId = (await anItem(db)).id
  for (let n = 0; n < 90; n += 1) await anOrder(db, { company, itemId, status: n % 2 })
  one = openDatabase({ url: test.url, poolSize: 1 })
})
afterAll(async () => {
  await one.destroy()
  await test.close()
})

const prepared = async (db: Knex): Promise<string[]> => {
  const rows = await query<{ statement: string }>(db, sql`select statement from pg_prepared_statements`)
  return rows.map(({ statement }) => statement)
}

/** Names under which a call sends its statements; undefined for one that is planned anew. */
async function namesOf(url: string): Promise<(string | undefined)[]> {
  const sent: (string | undefined)[] = []
  const listen = ({ sql: text, options }: { sql: string; options?: { name?: string } }): void => {
    if (text.includes('json_agg')) sent.push(options?.name)
  }
  test.services.db.on('query', listen)
  const { status } = await staff.get(url)
  test.services.db.off('query', listen)
  expect([url, status]).toEqual([url, 200])
  return sent
}

describe('a list', () => {
  it('is prepared under one name for all values that do not decide its plan', async () => {
    const [name] = await namesOf('/api/Admin/Orders?OrderStatus=0')
    expect(name).toMatch(/^[\w-]{27}$/)
    expect(await namesOf('/api/Admin/Orders?OrderStatus=0&page=1&limit=35')).toEqual([name])
  })

  it('has a plan of its own for each status, limit and sort', async () => {
    const urls = ['?OrderStatus=0', '?OrderStatus=1', '', '?limit=200', '?OrderBy=number', '?OrderBy=number&Desc=true']
    const names = new Set<string | undefined>()
    for (const tail of urls) names.add((await namesOf(`/api/Admin/Orders${tail}`))[0])
    expect(names.size).toBe(urls.length)
  })

  it('has few texts for many pages, and none of them is the first page’s', async () => {
    const pages = [1, 2, 3, 5, 7, 8, 29, 30, 100, 1000]
    const names = new Set<string | undefined>()
    for (const page of pages) names.add((await namesOf(`/api/Admin/Orders?page=${page}`))[0])
    expect(names.size).toBeLessThanOrEqual(6)
    expect([...names][0]).not.toBe([...names][1])
  })

  it('is planned with its values where they are texts, or its limit is one that nobody repeats', async () => {
    expect(await namesOf('/api/Admin/Orders?PostalCode=20')).toEqual([undefined])
    expect(await namesOf('/api/Admin/Orders?limit=17')).toEqual([undefined])
  })

  it('gives the same rows page by page as at once, however deep', async () => {
    const ids = async (tail: string): Promise<number[]> =>
      (await staff.get(`/api/Admin/Orders?${tail}`)).body.data.map(({ id }: { id: number }) => id)
    const whole = await ids('limit=1000&OrderBy=currentStatus&Desc=true')
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map(page => ids(`limit=20&page=${page}&OrderBy=currentStatus&Desc=true`))
    )
    expect(whole).toHaveLength(90)
    expect(pages.flat()).toEqual(whole)
  })
})

describe('prepared statements of a connection', () => {
  it('are bounded in number: the one that was used least recently makes room', async () => {
    const kept = sql`select ${literal(-1)} as n`
    for (let n = 0; n < maxPrepared + 20; n += 1) {
      expect(await queryPrepared<{ n: number }>(one, sql`select ${literal(n)} as n`)).toEqual([{ n }])
      await queryPrepared(one, kept)
    }
    const statements = await prepared(one)
    expect(statements).toHaveLength(maxPrepared)
    expect(statements).toContain(kept.sql)
    expect(statements).not.toContain('select 0 as n')
    // What made room is prepared again when it is used again.
    expect(await queryPrepared(one, sql`select ${literal(0)} as n`)).toEqual([{ n: 0 }])
    expect(await prepared(one)).toHaveLength(maxPrepared)
  })

  it('make room within a transaction that has failed, too', async () => {
    await one
      .transaction(async trx => {
        await expect(query(trx, sql`select 1 / 0`)).rejects.toThrow('division by zero')
        for (let n = 0; n < maxPrepared; n += 1)
          await expect(queryPrepared(trx, sql`select ${literal(1000 + n)} as n`)).rejects.toThrow('aborted')
      })
      .catch(() => undefined)
    for (let n = 0; n < 2 * maxPrepared; n += 1)
      expect(await queryPrepared(one, sql`select ${literal(1000 + n)} as n`)).toEqual([{ n: 1000 + n }])
    expect((await prepared(one)).length).toBeLessThanOrEqual(maxPrepared)
  })

  it('survive a migration that changes a column’s type', async () => {
    await query(one, sql`create table migrated (value integer)`)
    await query(one, sql`insert into migrated values (1)`)
    const read = sql`select * from migrated`
    expect(await queryPrepared(one, read)).toEqual([{ value: 1 }])
    await query(one, sql`alter table migrated alter value type text`)
    expect(await queryPrepared(one, read)).toEqual([{ value: '1' }])
    expect(await queryPrepared(one, read)).toEqual([{ value: '1' }])
    expect(await prepared(one)).toContain(read.sql)
  })

  it('of lists and single things survive a migration under them', async () => {
    const answers = async () => {
      const { status, body } = await staff.get('/api/Admin/Orders?limit=35')
      const one = await staff.get(`/api/Admin/Orders/${body.data[0].id}/details`)
      return { status, first: body.data[0], one: one.body }
    }
    const before = await answers()
    await query(test.services.db, raw('alter table orders.orders alter quantity type bigint, add column later text'))
    expect(await answers()).toEqual(before)
  })
})

describe('a literal', () => {
  it('is a whole number and nothing else', () => {
    expect(literal(35).sql).toBe('35')
    for (const value of [1.5, Number.NaN, '1; drop table x' as unknown as number])
      expect(() => literal(value)).toThrow()
  })
})
