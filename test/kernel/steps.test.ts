/** Migrations beside the version before them: what a step may do, when a contract step waits, and which versions work on which database. */
import type { Knex } from 'knex'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationSource, steps } from '../../migrations/index.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { lookAt, migrate, rollback, type StepReport } from '../../src/kernel/upgrade/migrate.ts'
import { takeStep } from '../../src/kernel/upgrade/one-step.ts'
import { olderThan, type Presence } from '../../src/kernel/upgrade/presence.ts'
import { contractSince, judge, numberOf } from '../../src/kernel/upgrade/steps.ts'
import { withClient } from '../helper/cluster.ts'
import { aDatabase } from '../helper/database.ts'
import { breaking, type Effect, effectsOf, shapeOf } from '../helper/step-effects.ts'

/** Steps before this one stopped every process of the version before. */
const firstBeside = 300

describe('which version may work on which database', () => {
  const known = ['300_a', '301_b', '302_contract_since_301_c']
  it.each<[string, readonly string[], Partial<ReturnType<typeof judge>>]>([
    ['all its steps', known, {}],
    ['none', [], { missing: ['300_a', '301_b'], contracts: ['302_contract_since_301_c'] }],
    ['a contract step less', ['300_a', '301_b'], { contracts: ['302_contract_since_301_c'] }],
    ['a later step that only adds', [...known, '310_d'], {}],
    ['a later contract step about what it does without', [...known, '320_contract_since_302_e'], {}],
    [
      'a later contract step about what it needs',
      [...known, '320_contract_since_310_e'],
      { broken: ['320_contract_since_310_e'] }
    ]
  ])('%s', (_, taken, expected) => {
    expect(judge(known, taken)).toEqual({ missing: [], contracts: [], broken: [], ...expected })
  })
})

/** The steps of this version, and one more. */
const withStep = (name: string, up: (knex: Knex) => Promise<unknown>): Knex.MigrationSource<string> => ({
  ...migrationSource,
  getMigrations: async () => [...steps, name],
  getMigration: async step =>
    step === name
      ? { up: async knex => void (await up(knex)), down: async () => undefined }
      : migrationSource.getMigration(step)
})

describe('a step', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  let db: Knex
  beforeAll(async () => {
    database = await aDatabase()
    db = openDatabase({ url: database.url, poolSize: 2 })
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  const forget = (name: string) => db('public.migrations').where({ name }).delete()

  it('that takes something away waits for processes that need it, and is no step that this version lacks', async () => {
    const name = '998_contract_since_997_old_calls'
    const source = withStep(name, knex => knex.raw('drop table kernel.stranger_calls'))
    const waiting: (readonly Presence[])[] = []
    const onWaiting = (_: string, by: readonly Presence[]): void => void waiting.push(by)
    await db.raw('select 1')
    expect(await migrate(database.url, { source, onWaiting })).toEqual([])
    const own = numberOf(steps.at(-1) as string)
    expect(waiting).toEqual([[{ step: own, address: '127.0.0.1', connections: expect.any(Number) }]])
    expect((await lookAt(db, await source.getMigrations([]))).missing).toEqual([])
    await db.destroy()
    expect(await migrate(database.url, { source })).toEqual([name])
    db = openDatabase({ url: database.url, poolSize: 2 })
    await expect(lookAt(db)).rejects.toThrow(
      `This version is too old for the database: ${name} has taken away what it needs.`
    )
    await forget(name)
  })

  it('knows processes by the names of their connections, those of versions before that too', async () => {
    const other = new pg.Client({ connectionString: database.url, application_name: 'opony' })
    const backup = new pg.Client({ connectionString: database.url, application_name: 'opony-backup' })
    await Promise.all([other.connect(), backup.connect()])
    try {
      expect(await olderThan(db, firstBeside)).toEqual([{ step: 0, address: '127.0.0.1', connections: 1 }])
    } finally {
      await Promise.all([other.end(), backup.end()])
    }
  })

  it('gives way to whoever holds a table, and takes it when it is free', async () => {
    const name = '999_more'
    const reports: StepReport[] = []
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('begin; lock table kernel.idempotency in access share mode')
    const source = withStep(name, async knex => {
      try {
        await knex.raw('alter table kernel.idempotency add column more text')
      } catch (error) {
        await holder.query('rollback')
        throw error
      }
    })
    await migrate(database.url, { source, onStep: report => reports.push(report) })
    await holder.end()
    expect(reports).toMatchObject([{ name, tries: 2 }])
    await db.raw('alter table kernel.idempotency drop column more')
    await forget(name)
  })

  it('says which tables it has closed', async () => {
    const name = '999_closing'
    const reports: StepReport[] = []
    const source = withStep(name, async knex => {
      await knex.raw('lock table kernel.idempotency in access exclusive mode')
      await knex.raw('lock table orders.orders in share mode')
      await knex.raw('select pg_sleep(0.2)')
    })
    await migrate(database.url, { source, onStep: report => reports.push(report) })
    const closed = reports[0]?.closed.map(({ table, for: whom }) => `${table} ${whom}`).sort()
    expect(closed).toEqual(['kernel.idempotency readers and writers', 'orders.orders writers'])
    await forget(name)
  })

  it('of a later version does not keep an older process from its start', async () => {
    await db('public.migrations').insert({ name: '999_later', batch: 99, migration_time: new Date() })
    expect(await migrate(database.url)).toEqual([])
    await forget('999_later')
  })
})

describe('what a step does to the version before it', () => {
  let database: Awaited<ReturnType<typeof aDatabase>>
  beforeAll(async () => {
    database = await aDatabase()
  })
  afterAll(() => database.drop())

  const of = (statement: string, inTransaction = true): Promise<string[]> =>
    withClient(database.url, async client => {
      await client.query('begin')
      const before = await shapeOf(client)
      await client.query(statement)
      const after = await shapeOf(client)
      await client.query('rollback')
      return effectsOf({ before, after, inTransaction, statements: [statement] }).map(
        ({ word, what }) => `${word} ${what}`
      )
    })

  it.each<[string, string[]]>([
    ['create table kernel.new (id integer primary key); update kernel.new set id = 1', []],
    ['alter table orders.orders add column new text', []],
    ["alter table orders.orders add column new text not null default ''", []],
    ['alter table orders.orders add column new text constraint new_unique unique', ['index orders.new_unique']],
    ['alter table orders.orders add column new text not null', ['required orders.orders.new']],
    ['alter table orders.orders alter column kpo set not null', ['required orders.orders.kpo']],
    [
      'alter table orders.orders alter column quantity type bigint',
      ['retyped orders.orders.quantity', 'rewritten orders.orders']
    ],
    [
      'alter table iot.battery_changes rename column changed_at to at',
      ['removed iot.battery_changes.changed_at', 'required iot.battery_changes.at']
    ],
    ['drop table kernel.stranger_calls', ['removed kernel.stranger_calls']],
    ['drop index users.accounts_email_unique', ['removed users.accounts_email_unique']],
    ['alter function kernel.bump_version() rename to count_version', ['removed kernel.bump_version() trigger']],
    [
      'alter table orders.orders add constraint new_check check (quantity < 1000) not valid',
      ['forbidden orders.new_check']
    ],
    ['create index new_index on orders.orders (kpo, id)', ['index orders.new_index']],
    ["update orders.orders set kpo = 'x'", ['rows orders.orders']],
    ["create function kernel.new() returns void language sql as $$ update orders.orders set kpo = 'x' $$", []]
  ])('%s', async (statement, expected) => {
    expect(await of(statement)).toEqual(expected)
  })

  it('outside a transaction indexes and rows are changed beside writers', async () => {
    expect(
      await of('create index new_index on orders.orders (kpo, id); update orders.orders set kpo = kpo', false)
    ).toEqual([])
  })
})

describe(`each step from ${firstBeside} on`, () => {
  interface Module {
    readonly config?: { readonly transaction?: boolean }
    /** Why what it does beside the version before harms nobody, by the word of the effect. */
    readonly beside?: Partial<Record<Effect['word'], string>>
  }
  const later = steps.filter(step => numberOf(step) >= firstBeside)
  let database: Awaited<ReturnType<typeof aDatabase>>
  let db: Knex
  beforeAll(async () => {
    database = await aDatabase()
    for (let left = later.length; left > 0; left--) await rollback(database.url, 'step')
    db = openDatabase({ url: database.url, poolSize: 2, statementTimeoutMs: 0 })
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })

  it.each(later)('%s leaves the version before it what it needs, and closes no table for long', async step => {
    const module = (await migrationSource.getMigration(step)) as Module
    const statements: string[] = []
    const note = ({ sql: statement }: { sql: string }): void => void statements.push(statement)
    const shape = () => withClient(database.url, shapeOf)
    const before = await shape()
    db.on('query', note)
    await takeStep(db, step)
    db.off('query', note)
    const after = await shape()
    const inTransaction = module.config?.transaction !== false
    const effects = effectsOf({ before, after, inTransaction, statements })
    const isContract = contractSince(step) !== undefined
    const faults = effects.filter(({ word }) =>
      breaking.includes(word) ? !isContract : !(word === 'forbidden' && isContract) && !module.beside?.[word]
    )
    // A contract step says so by its name; for the rest the step exports its reason: `export const beside = { rows: 'one row a store' }`.
    expect(faults).toEqual([])
  })
})
