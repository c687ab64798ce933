import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { forgetKeys } from '../../src/kernel/serve/housekeeping.ts'
import { migrate, rollback } from '../../src/kernel/upgrade/migrate.ts'
import { databaseUrl, withClient } from '../helper/cluster.ts'
import { aDatabase } from '../helper/database.ts'
import { argsOf } from '../helper/program.ts'

describe('migrations', () => {
  const name = `opony_test_${randomBytes(6).toString('hex')}`
  const { admin } = inject('cluster')
  const url = databaseUrl(admin, name)
  const owner = `owner_${name}`
  const schemas = async (): Promise<string[]> => {
    const { rows } = await withClient(url, client =>
      client.query(
        "select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1"
      )
    )
    return rows.map(row => row.nspname as string)
  }
  const asOwner = (): string => {
    const address = new URL(url)
    address.username = owner
    address.password = 'of-the-tests'
    return address.href
  }

  beforeAll(() =>
    withClient(admin, async client => {
      await client.query(`create role ${owner} login password 'of-the-tests'`)
      await client.query(`create database ${name} owner ${owner}`)
    })
  )
  afterAll(() =>
    withClient(admin, async client => {
      await client.query(`drop database ${name} with (force)`)
      await client.query(`drop role ${owner}`)
    })
  )

  it('need no superuser, go forward and all the way back, and forward again', async () => {
    const taken = await migrate(asOwner())
    expect(taken.length).toBeGreaterThan(8)
    expect(await migrate(asOwner())).toEqual([])
    expect(await rollback(asOwner())).toEqual([...taken].reverse())
    expect(await schemas()).toEqual(['public', 'queue'])
    expect(await migrate(asOwner())).toEqual(taken)
  })

  it('of a process that was killed are gone on with by one of several: no lock is left, no step taken twice or left out', async () => {
    const taken = await rollback(asOwner())
    const noted = () => withClient(url, async client => (await client.query('select name from migrations')).rows.length)
    const killed = spawn(process.execPath, argsOf('src/cli/migrate.ts'), {
      env: { ...process.env, DATABASE_URL: asOwner() },
      stdio: 'ignore'
    })
    const ended = once(killed, 'exit')
    await expect.poll(noted, { interval: 2, timeout: 30_000 }).toBeGreaterThan(5)
    killed.kill('SIGKILL')
    await ended
    const before = await noted()
    expect(before).toBeLessThan(taken.length)
    // as a step without a transaction leaves it, and every step of earlier versions
    await withClient(url, client => client.query('update migrations_lock set is_locked = 1'))
    const each = await Promise.all([migrate(asOwner()), migrate(asOwner()), migrate(asOwner())])
    expect(each.map(({ length }) => length).sort((a, b) => a - b)).toEqual([0, 0, taken.length - before])
    expect(await noted()).toBe(taken.length)
  })

  it('of a version that is newer than this one are not taken back by it', async () => {
    await withClient(url, client => client.query("insert into migrations (name, batch) values ('999_later', 2)"))
    await expect(rollback(asOwner())).rejects.toThrow(
      'The database is of a newer version than this one, which does not know of 999_later. ' +
        'Take it back by the version that has used it, or restore the backup from before the upgrade.'
    )
    await withClient(url, client => client.query("delete from migrations where name = '999_later'"))
  })

  it('tell in a sentence what the database refused', async () => {
    await withClient(url, client => client.query('drop schema iot cascade; create schema iot'))
    await withClient(url, client => client.query("delete from migrations where name = '009_iot'"))
    await expect(migrate(asOwner())).rejects.toThrow(
      'The database could not be brought to the present shape: schema "iot" already exists'
    )
  })
})

describe('idempotency keys', () => {
  it('are kept for a day and then forgotten', async () => {
    const database = await aDatabase()
    const db = openDatabase({ url: database.url, poolSize: 1 })
    try {
      const now = new Date('2026-05-02T12:00:00Z')
      await query(
        db,
        sql`insert into kernel.idempotency (account_id, key, body_hash, created_at)
          values (1, 'old', '', '2026-05-01T11:59:00Z'), (1, 'young', '', '2026-05-01T12:01:00Z')`
      )
      await forgetKeys(db, now)
      expect(await query(db, sql`select key from kernel.idempotency`)).toEqual([{ key: 'young' }])
      expect(
        await queryOne(
          db,
          sql`select round(kernel.metres(kernel.on_earth(52.23, 21.01), kernel.on_earth(51.14, 23.47))) as m`
        )
      ).toEqual({ m: 208_430 })
    } finally {
      await db.destroy()
      await database.drop()
    }
  })
})
