/** Files of many rows are read on a copy of the database: with a real standby whose copying is stopped, and which ends reads that are in its way. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { openReplica, type Replica } from '../../src/kernel/database/replica.ts'
import { sql } from '../../src/kernel/database/sql.ts'
import { inBatches } from '../../src/kernel/files/cursor.ts'
import { openMetrics } from '../../src/kernel/metrics.ts'
import { withClient } from '../helper/cluster.ts'
import { linesOf } from '../helper/log.ts'
import { aCluster, type OwnCluster, postgresPrograms, runProgram, serversFolder } from '../helper/postgres-programs.ts'

const programs = postgresPrograms()
const patience = { timeout: 60_000, interval: 50 }
const count = 5_000
/** On the copy somebody holds this lock, so that a read that asks for it stands there in the middle of its statement. */
const held = 7

interface Row {
  readonly n: number
  readonly onCopy: boolean
}
const numbers = sql`select n, pg_is_in_recovery() as "onCopy" from numbers order by n`
const waiting = sql`select n, pg_is_in_recovery() as "onCopy" from numbers, (select pg_advisory_lock(${held})) one order by n`

describe.skipIf(programs === null)('many rows of a replica', () => {
  let primary: OwnCluster
  let copy: OwnCluster
  let db: Knex
  const onCopy = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    withClient(copy.urlOf('postgres'), async client => (await client.query(text, values)).rows as T[])
  const everything = async (): Promise<void> => {
    const { rows } = await db.raw('select pg_current_wal_insert_lsn()::text as at')
    const has = `select pg_last_wal_replay_lsn() >= $1::pg_lsn as is`
    await expect.poll(() => onCopy(has, [rows[0].at]), patience).toEqual([{ is: true }])
  }

  beforeAll(async () => {
    primary = await aCluster(programs!)
    db = openDatabase({ url: primary.urlOf('postgres') })
    await db.raw('create table numbers (n int not null)')
    await db.raw(`insert into numbers select generate_series(1, ${count})`)
    const folder = await serversFolder()
    const basebackup = ['--checkpoint=fast', `--pgdata=${folder}`, `--dbname=${primary.urlOf('postgres')}`]
    runProgram(programs!, 'pg_basebackup', basebackup)
    await writeFile(path.join(folder, 'standby.signal'), '')
    const settings = { primary_conninfo: primary.urlOf('postgres'), max_standby_streaming_delay: '0' }
    copy = await aCluster(programs!, { data: folder, settings })
  })
  afterAll(async () => {
    await db?.destroy()
    await copy?.stop()
    await primary?.stop()
  })

  /** A process that hears of no change, with its own count of who answered. */
  const opened = async () => {
    const metrics = openMetrics()
    const url = copy.urlOf('postgres')
    const given = { url, lagSeconds: 300, primary: db, onHeard: () => () => undefined, metrics, log: linesOf().log }
    const replica: Replica = openReplica(given)
    onTestFinished(() => replica.stop())
    await everything()
    const source = { settings: { databaseUrl: primary.urlOf('postgres') }, replica }
    const reader = { accountId: 1, role: 'ADMIN' } as const
    const read = (of: { statement?: typeof numbers; position?: string | undefined; signal?: AbortSignal } = {}) =>
      inBatches<Row>({ source, reader, statement: numbers, ...of })
    const answered = async (): Promise<Record<string, number>> => {
      const { values } = await metrics.registry.getSingleMetric('opony_replica_reads_total')!.get()
      return Object.fromEntries(values.filter(({ value }) => value > 0).map(one => [one.labels.answered, one.value]))
    }
    return { replica, read, answered }
  }
  const rowsOf = async (batches: AsyncIterable<Row[]>): Promise<Row[]> => {
    const all: Row[] = []
    for await (const rows of batches) all.push(...rows)
    return all
  }
  /** The lock is held on the copy until the test has ended. */
  const holding = async (): Promise<void> => {
    const holder = openDatabase({ url: copy.urlOf('postgres'), poolSize: 1, statementTimeoutMs: 0 })
    onTestFinished(() => holder.destroy())
    await holder.raw(`select pg_advisory_lock(${held})`)
  }
  const standing = () =>
    onCopy(`select pid from pg_stat_activity where wait_event = 'advisory' and query like 'fetch%'`)
  /** What it replays needs the table for itself, and does not wait for readers. */
  const change = (name: string) => db.raw(`alter table numbers add column ${name} int`)
  const has = (name: string) =>
    onCopy(`select from pg_attribute where attrelid = 'numbers'::regclass and attname = $1`, [name])

  it('are read there, all of one moment', async () => {
    const { read, answered } = await opened()
    const rows = await rowsOf(read())
    expect([rows.length, rows.every(row => row.onCopy)]).toEqual([count, true])
    expect(await answered()).toEqual({ replica: 1 })
  })

  it('are read on the primary where the copy has less than the reader has seen', async () => {
    const { read, replica, answered } = await opened()
    await onCopy('select pg_wal_replay_pause()')
    onTestFinished(async () => {
      await onCopy('select pg_wal_replay_resume()')
      await db.raw(`delete from numbers where n > ${count}`)
    })
    await expect
      .poll(() => onCopy('select pg_get_wal_replay_pause_state() as is'), patience)
      .toEqual([{ is: 'paused' }])
    await db.raw(`insert into numbers values (${count + 1})`)
    const before = await rowsOf(read())
    expect([before.length, before[0]?.onCopy]).toEqual([count, true])
    const position = await replica.afterChange()
    const after = await rowsOf(read({ position }))
    expect([after.length, after[0]?.onCopy]).toEqual([count + 1, false])
    expect(await answered()).toEqual({ replica: 1, 'primary: behind': 1 })
  })

  it('are begun again on the primary where the copy ends the read before its first row', async () => {
    await holding()
    const { read, answered } = await opened()
    const all = rowsOf(read({ statement: waiting }))
    await expect.poll(standing, patience).toHaveLength(1)
    await change('before_the_first')
    const rows = await all
    expect([rows.length, rows.some(row => row.onCopy)]).toEqual([count, false])
    expect(await answered()).toEqual({ 'primary: failed': 1 })
  })

  it('end with an error where the copy ends the read after that: what follows would be of another moment', async () => {
    const { read, answered } = await opened()
    const batches = read()
    expect((await batches.next()).value).toHaveLength(1_000)
    await change('after_the_first')
    await expect.poll(() => has('after_the_first'), patience).toHaveLength(1)
    await expect(rowsOf(batches)).rejects.toThrow()
    expect(await answered()).toEqual({ replica: 1 })
  })

  it('are read nowhere any more once nobody wants them', async () => {
    await holding()
    const { read, answered } = await opened()
    const gone = new AbortController()
    const all = rowsOf(read({ statement: waiting, signal: gone.signal }))
    const ended = expect(all).rejects.toMatchObject({ code: '57014' })
    await expect.poll(standing, patience).toHaveLength(1)
    gone.abort()
    await ended
    expect(await standing()).toEqual([])
    expect(await answered()).toEqual({})
  })

  it('are read on the primary while the copy is away', async () => {
    const { read, answered } = await opened()
    await copy.halt()
    const rows = await rowsOf(read())
    expect([rows.length, rows.some(row => row.onCopy)]).toEqual([count, false])
    expect(await answered()).toEqual({ 'primary: failed': 1 })
    expect((await rowsOf(read())).length).toBe(count)
    expect(Object.keys(await answered())).not.toContain('replica')
  })
})
