/** What is used of pg and knex beyond their documented interfaces is there, and does what the code counts on. */
import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import {
  aroundQueries,
  closePrepared,
  destroyConnection,
  hearConnections,
  type PgClient,
  sendPrepared
} from '../../src/kernel/database/pg-internals.ts'
import { aDatabase } from '../helper/database.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function aClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  endings.push(() => client.end().catch(() => undefined))
  return client
}

function aPool(): Knex {
  const db = openDatabase({ url: database.url, poolSize: 1 })
  endings.push(() => db.destroy())
  return db
}

const internal = (client: pg.Client): PgClient => client as unknown as PgClient

describe('a connection of pg', () => {
  it('sends every query by the function that is replaced, with its name and its end', async () => {
    const client = await aClient()
    const heard: string[] = []
    aroundQueries(internal(client), name => {
      heard.push(`begins ${name}`)
      return error => void heard.push(error ? 'fails' : 'ends')
    })
    await client.query({ name: 'one', text: 'select 1' })
    await expect(client.query('select none')).rejects.toThrow(/none/)
    await new Promise<void>(resolve => client.query('begin', () => resolve()))
    await new Promise<void>(resolve => client.query('select none', () => resolve()))
    expect(heard).toEqual([
      ...['begins one', 'ends', 'begins undefined', 'fails'],
      ...['begins undefined', 'ends', 'begins undefined', 'fails']
    ])
  })

  it('closes a prepared statement, and prepares it again under its name', async () => {
    const client = await aClient()
    const counted = { name: 'counted', text: 'select count(*)::int as n from pg_prepared_statements' }
    expect((await client.query(counted)).rows).toEqual([{ n: 1 }])
    closePrepared(internal(client), 'counted')
    closePrepared(internal(client), 'unknown')
    expect((await client.query(counted.text)).rows).toEqual([{ n: 0 }])
    expect((await client.query(counted)).rows).toEqual([{ n: 1 }])
  })

  it('fails what waits when it is destroyed', async () => {
    const client = await aClient()
    const waiting = expect(client.query('select pg_sleep(60)')).rejects.toThrow(/terminated/)
    destroyConnection(internal(client))
    await waiting
  })
})

describe('the pool of knex', () => {
  it('sends a prepared statement around knex, tells who listens, and has its connection back', async () => {
    const db = aPool()
    const sent: unknown[] = []
    db.on('query', query => void sent.push(query))
    const statement = { name: 'doubled', text: 'select $1::int * 2 as n', values: [21] }
    for (let times = 0; times < 3; times++) expect(await sendPrepared(db, statement)).toEqual([{ n: 42 }])
    expect(sent[0]).toMatchObject({ sql: statement.text, bindings: [21], options: { name: 'doubled' } })
    const { rows } = await db.raw('select name from pg_prepared_statements')
    expect(rows).toEqual([{ name: 'doubled' }])
    await expect(sendPrepared(db, { ...statement, name: 'wrong', text: 'select none', values: [] })).rejects.toThrow(
      /none/
    )
    expect(await sendPrepared(db, statement)).toEqual([{ n: 42 }])
  })

  it('gives the notices of its connections, and says that one is idle once its transaction has ended', async () => {
    const db = aPool()
    const heard: string[] = []
    hearConnections(db, () => ({
      notice: ({ message, detail }) => void heard.push(`${message}: ${detail}`),
      idle: () => void heard.push('idle'),
      end: () => void heard.push('end')
    }))
    await db.transaction(async trx => {
      heard.length = 0
      await trx.raw(`do $$ begin raise notice 'hello' using detail = 'here'; end $$`)
      expect(heard).toEqual(['hello: here'])
    })
    expect(heard).toEqual(['hello: here', 'idle'])
    expect(() => hearConnections(db, () => ({ notice() {}, idle() {}, end() {} }))).toThrow(/before the pool/)
    await db.destroy()
    await expect.poll(() => heard.at(-1)).toBe('end')
  })
})
