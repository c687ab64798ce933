/** Reads on a copy of the database: nobody sees less than they have seen, with a real standby whose copying is stopped in the middle. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { askReplica } from '../../src/cli/doctor/database.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { bytesOf, openReplica, writtenUntil } from '../../src/kernel/database/replica.ts'
import { type Database, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { openMetrics } from '../../src/kernel/metrics.ts'
import { migrate } from '../../src/kernel/upgrade/migrate.ts'
import { anApp, type Person, type TestApp } from '../helper/app.ts'
import { withClient } from '../helper/cluster.ts'
import { aDatabase } from '../helper/database.ts'
import { linesOf } from '../helper/log.ts'
import { aCluster, type OwnCluster, postgresPrograms, runProgram, serversFolder } from '../helper/postgres-programs.ts'
import { freePort } from '../helper/relay.ts'

describe('a position', () => {
  it.each([
    ['0/0', 0n],
    ['0/16B3748', 0x16b3748n],
    ['16/B374D848', 0x16b374d848n],
    ['FFFFFFFF/FFFFFFFF', 0xffff_ffff_ffff_ffffn]
  ])('%s is %s bytes', (text, bytes) => expect(bytesOf(text)).toBe(bytes))

  it.each([undefined, '', '16', '1/2/3', 'G/1', '123456789/0', "0/1' or 1"])('%s is none', text =>
    expect(bytesOf(text)).toBeUndefined()
  )

  it('of a time is what was last said until then', () => {
    const said = [
      { at: 1_000, bytes: 5n },
      { at: 2_000, bytes: 9n }
    ]
    expect([999, 1_000, 1_999, 2_000, 9_000].map(time => writtenUntil(said, time))).toEqual([0n, 5n, 5n, 9n, 9n])
  })
})

describe('hints without end', () => {
  it('keep no read waiting: it needs an answer that is newer than itself, and no newer one', async () => {
    const database = await aDatabase()
    const primary = openDatabase({ url: database.url })
    let hear: () => void = () => undefined
    const replica = openReplica({
      url: database.url,
      lagSeconds: 5,
      primary,
      onHeard: given => {
        hear = given
        return () => undefined
      },
      metrics: openMetrics(),
      log: linesOf().log
    })
    // Each question to the primary is answered with a hint.
    const onQuery = (): void => hear()
    primary.on('query', onQuery)
    onTestFinished(async () => {
      primary.off('query', onQuery)
      await replica.stop()
      await primary.destroy()
      await database.drop()
    })
    hear()
    const read = (db: Database) => queryOne<{ is: number }>(db, sql`select 1 as is`)
    expect(await replica.read(undefined, read)).toEqual({ is: 1 })
  })
})

const programs = postgresPrograms()
const operators = '/api/Admin/RecycleOperators'
const patience = { timeout: 60_000, interval: 50 }

describe.skipIf(programs === null)('reads on a replica', () => {
  let primary: OwnCluster
  let copy: OwnCluster
  let folder: string
  let port: number
  /** Two processes on one database and its copy, and a third without a copy. */
  let one: TestApp
  let other: TestApp
  let without: TestApp
  let admin: Person
  let adminElsewhere: Person

  const startCopy = (): Promise<OwnCluster> =>
    aCluster(programs!, { port, data: folder, settings: { primary_conninfo: primary.urlOf('postgres') } })
  const onCopy = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    withClient(copy.urlOf('opony'), async client => (await client.query(text, values)).rows as T[])
  const pause = async (): Promise<void> => {
    await onCopy('select pg_wal_replay_pause()')
    await expect
      .poll(() => onCopy('select pg_get_wal_replay_pause_state() as is'), patience)
      .toEqual([{ is: 'paused' }])
  }
  const resume = () => onCopy('select pg_wal_replay_resume()')
  const readsOf = async (app: TestApp): Promise<Record<string, number>> => {
    const { values } = await app.services.metrics.registry.getSingleMetric('opony_replica_reads_total')!.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.answered, value]))
  }
  const namesFor = async (person: Person, headers?: Record<string, string>): Promise<string[]> => {
    const { status, body } = await person.get(`${operators}?limit=1000`, headers)
    expect(status).toBe(200)
    return body.data.map(({ name }: { name: string }) => name)
  }
  const namesOnCopy = async (): Promise<string[]> =>
    (await onCopy<{ name: string }>('select name from fleet.operators')).map(({ name }) => name)
  const add = async (name: string): Promise<string> => {
    const { status, headers } = await admin.post(operators, { name })
    expect(status).toBe(201)
    return headers['opony-position'] as string
  }
  /** By SQL, as another program would: no process is told. */
  const addUnheard = (name: string): Promise<unknown> =>
    one.services.db.raw('insert into fleet.operators (name) values (?)', [name])
  /** The copy has the operator, and answers a read of it. */
  const expectOnCopy = async (name: string): Promise<void> => {
    await expect.poll(namesOnCopy, patience).toContain(name)
    const before = (await readsOf(one)).replica!
    const answeredSince = async (): Promise<number> => {
      expect(await namesFor(admin)).toContain(name)
      return (await readsOf(one)).replica! - before
    }
    await expect.poll(answeredSince, patience).toBeGreaterThan(0)
  }

  beforeAll(async () => {
    // what is not committed is left where it is
    primary = await aCluster(programs!, { settings: { wal_writer_delay: '10s' } })
    await withClient(primary.urlOf('postgres'), client => client.query('create database opony'))
    await migrate(primary.urlOf('opony'))
    folder = await serversFolder()
    port = await freePort()
    runProgram(programs!, 'pg_basebackup', [
      ...['--checkpoint=fast', `--pgdata=${folder}`],
      `--dbname=${primary.urlOf('postgres')}`
    ])
    await writeFile(path.join(folder, 'standby.signal'), '')
    copy = await startCopy()
    const settings = { DATABASE_URL: primary.urlOf('opony'), DATABASE_REPLICA_LAG_SECONDS: '1', ROLES: 'web' }
    const replica = { DATABASE_REPLICA_URL: copy.urlOf('opony') }
    one = await anApp({ ...settings, ...replica })
    other = await anApp({ ...settings, ...replica })
    without = await anApp(settings)
    admin = await one.signedInAs('ADMIN')
    adminElsewhere = await other.signedInAs(admin.accountId)
  })
  afterAll(async () => {
    await Promise.all([one, other, without].map(app => app?.close()))
    await copy?.stop()
    await primary?.stop()
  })

  it('are answered by it once it has what was changed', async () => {
    const position = await add('Granulat Zachód')
    expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
    await expectOnCopy('Granulat Zachód')
    expect((await readsOf(one))['primary: failed']).toBe(0)
  })

  it('make the file of a list, too', async () => {
    await add('Regranulat Gdańsk')
    const madeThere = async (): Promise<number> => {
      const before = (await readsOf(one)).replica!
      expect((await admin.get('/api/ui/pages/fleet.operators/export')).status).toBe(200)
      return (await readsOf(one)).replica! - before
    }
    await expect.poll(madeThere, patience).toBe(1)
  })

  it('show people what they changed, in each process, while the copy is behind', async () => {
    await pause()
    const before = await readsOf(other)
    const position = await add('Cementownia Chełm')
    expect(await namesOnCopy()).not.toContain('Cementownia Chełm')
    expect(await namesFor(admin)).toContain('Cementownia Chełm')
    expect(await namesFor(adminElsewhere, { 'opony-position': position })).toContain('Cementownia Chełm')
    const after = await readsOf(other)
    expect(after['primary: behind']! - before['primary: behind']!).toBe(1)
  })

  it('show others what their process has heard of', async () => {
    const heard = new Promise<void>(resolve => {
      const stop = other.services.hints.onHint(() => {
        stop()
        resolve()
      })
    })
    await add('Recykling Wschód')
    await heard
    expect(await namesOnCopy()).not.toContain('Recykling Wschód')
    expect(await namesFor(adminElsewhere)).toContain('Recykling Wschód')
  })

  it('are not older than the setting says, whoever made the change', async () => {
    await addUnheard('Wpisany ręcznie')
    await expect.poll(() => namesFor(adminElsewhere), patience).toContain('Wpisany ręcznie')
    expect(await namesOnCopy()).not.toContain('Wpisany ręcznie')
  })

  it('wait for nothing that is not committed: where the primary dies, no copy will ever have it', async () => {
    const writing = await one.services.db.transaction()
    onTestFinished(async () => {
      await writing.rollback()
    })
    await writing.raw("insert into fleet.operators (name) select 'Firma ' || n from generate_series(1, 500) n")
    const position = await one.services.replica!.afterChange()
    const { rows } = await one.services.db.raw('select pg_current_wal_flush_lsn()::text as flushed')
    expect(bytesOf(position)).toBeLessThanOrEqual(bytesOf(rows[0].flushed)!)
  })

  it('go back to the copy when it has caught up', async () => {
    await resume()
    await expectOnCopy('Wpisany ręcznie')
  })

  describe('of a process that hears nothing', () => {
    const isOnCopy = async (database: Database): Promise<boolean> =>
      (await queryOne<{ is: boolean }>(database, sql`select pg_is_in_recovery() as is`))!.is
    /** Opened while the copy has everything; then the copying stops. */
    const opened = async (lagSeconds: number) => {
      let hear: () => void = () => undefined
      const onHeard = (heard: () => void) => {
        hear = heard
        return () => undefined
      }
      const { db, log } = one.services
      const own = openReplica({
        url: copy.urlOf('opony'),
        lagSeconds,
        primary: db,
        onHeard,
        metrics: openMetrics(),
        log
      })
      onTestFinished(async () => {
        await resume()
        await own.stop()
      })
      await expect.poll(() => own.read(undefined, isOnCopy), patience).toBe(true)
      await pause()
      return {
        read: (position?: string) => own.read(position, isOnCopy),
        hear: () => hear()
      }
    }

    it('a position leads to the primary until the copy has reached it', async () => {
      const { read } = await opened(300)
      const position = await add('Odlewnia Lublin')
      expect([await read(), await read(position), await read()]).toEqual([true, false, true])
      await resume()
      await expect.poll(() => read(position), patience).toBe(true)
    })

    it('a hint leads to the primary until the copy has what it is about', async () => {
      const { read, hear } = await opened(300)
      await addUnheard('Odlewnia Radom')
      expect(await read()).toBe(true)
      hear()
      expect(await read()).toBe(false)
      await resume()
      await expect.poll(() => read(), patience).toBe(true)
    })

    it('what is older than the setting says is read on the primary', async () => {
      const { read } = await opened(1)
      await addUnheard('Odlewnia Kielce')
      await expect.poll(() => read(), patience).toBe(false)
      await resume()
      await expect.poll(() => read(), patience).toBe(true)
    })
  })

  it('refuse what is not there, and what another may not see, as the primary does', async () => {
    expect((await admin.get(`${operators}/999999`)).status).toBe(404)
    expect((await (await one.signedInAs('CLIENT')).get(operators)).status).toBe(403)
    expect((await readsOf(one))['primary: failed']).toBe(0)
  })

  it('are tried by the doctor', async () => {
    expect(await askReplica(copy.urlOf('opony'), primary.urlOf('opony'))).toEqual([
      expect.objectContaining({ level: 'ok' })
    ])
    const [itself] = await askReplica(primary.urlOf('opony'), primary.urlOf('opony'))
    expect(itself).toEqual({ level: 'warning', text: expect.stringContaining('relieve nobody') })
  })

  it('take a position that is none as not given', async () => {
    for (const position of ["0/1' or 1", 'FFFFFFFF/FFFFFFFF', '']) {
      expect((await admin.get(operators, { 'opony-position': position })).status).toBe(200)
    }
  })

  it('are answered by the primary while the copy is away, and by the copy when it is back', async () => {
    await copy.halt()
    for (let reads = 0; reads < 5; reads++) expect(await namesFor(admin)).toContain('Wpisany ręcznie')
    const reads = await readsOf(one)
    expect(reads['primary: failed']).toBeGreaterThan(0)
    expect(reads['primary: resting']).toBeGreaterThan(0)
    copy = await startCopy()
    await expectOnCopy('Wpisany ręcznie')
  })

  it('are never asked for where none is set', async () => {
    const person = await without.signedInAs(admin.accountId)
    const { status, headers } = await person.post(operators, { name: 'Bez kopii' })
    expect([status, headers['opony-position']]).toEqual([201, undefined])
    expect(without.services.metrics.registry.getSingleMetric('opony_replica_reads_total')).toBeUndefined()
  })

  it('go on while the primary is away, also for people that this process does not know; changes are 503', async () => {
    await expectOnCopy('Wpisany ręcznie')
    const newcomer = await other.signedInAs('ADMIN')
    await expect
      .poll(() => onCopy('select 1 from users.accounts where id = $1', [newcomer.accountId]), patience)
      .toHaveLength(1)
    await primary.halt()
    for (const person of [admin, newcomer]) {
      expect(await namesFor(person)).toContain('Wpisany ręcznie')
      expect((await person.post(operators, { name: 'Nie teraz' })).status).toBe(503)
    }
    expect((await other.nobody().get(operators)).status).toBe(401)
    // who calls is taken from the copy for such reads alone
    expect((await newcomer.get('/api/ui/pages')).status).toBe(503)
  })
})
