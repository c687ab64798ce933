/**
 * `npm run backup` and `npm run restore`, by pg_dump and pg_restore on a server of their own version with the three roles of an installation:
 * what was there is there again, owned by whom it was; what is damaged or missing is found; nothing is written over.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealAll } from '../../modules/audit/chain.ts'
import { recordEntry } from '../../modules/audit/record.ts'
import { flawsOf } from '../../src/cli/backup/check.ts'
import { backupsIn, keepNewest, makeBackup, manifestOf } from '../../src/cli/backup/make.ts'
import { backupName, type Manifest } from '../../src/cli/backup/manifest.ts'
import type { Place } from '../../src/cli/backup/place.ts'
import { openPlace } from '../../src/cli/backup/places.ts'
import { startProgram } from '../../src/cli/backup/programs.ts'
import { restoreBackup } from '../../src/cli/backup/restore.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { newBlobName } from '../../src/kernel/storage/blob-name.ts'
import { openDisk } from '../../src/kernel/storage/disk.ts'
import type { Storage } from '../../src/kernel/storage/storage.ts'
import { migrate, rollback } from '../../src/kernel/upgrade/migrate.ts'
import { bringUpToDate } from '../../src/kernel/upgrade/upgrade.ts'
import { withClient } from '../helper/cluster.ts'
import { aCommand } from '../helper/command.ts'
import { anAccount, inserted } from '../helper/factories.ts'
import { anImport } from '../helper/integration-factories.ts'
import { aCluster, type OwnCluster, postgresPrograms } from '../helper/postgres-programs.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const programs = postgresPrograms()
const roles = readFileSync(new URL('../../deploy/postgres/roles.sql', import.meta.url), 'utf8')

describe.skipIf(programs === null)('a backup', () => {
  let cluster: OwnCluster
  let folder: string
  let place: Place
  let storage: Storage
  let database: Knex
  const settings = { postgresBin: programs?.folder ?? '' }
  const blobs: string[] = []

  const aDatabaseOf = async (name: string): Promise<void> => {
    await withClient(cluster.urlOf('postgres'), client => client.query(`create database ${name}`))
    await withClient(cluster.urlOf(name), client => client.query(`begin; ${roles}; commit`))
  }
  const diskIn = (name: string): Promise<Storage> =>
    openDisk({ url: `file:${path.join(folder, name)}`, dataDir: folder, log: { error: () => undefined } })
  const environment = (name: string, files: string): Record<string, string> => ({
    DATABASE_URL: cluster.urlOf(name, 'opony_app'),
    DATABASE_MIGRATE_URL: cluster.urlOf(name, 'opony_owner'),
    STORAGE_URL: `file:${path.join(folder, files)}`,
    BACKUP_URL: `file:${path.join(folder, 'backups')}`,
    POSTGRES_BIN: settings.postgresBin,
    DATA_DIR: folder,
    MQTT_PORT: '0',
    ROLES: 'web'
  })
  const make = (now: Date, to = place) =>
    makeBackup({ database, address: cluster.urlOf('source', 'opony_owner'), storage, place: to, settings, now })

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'opony-backup-'))
    cluster = await aCluster(programs as NonNullable<typeof programs>)
    await aDatabaseOf('source')
    const address = {
      databaseUrl: cluster.urlOf('source', 'opony_app'),
      databaseMigrateUrl: cluster.urlOf('source', 'opony_owner')
    }
    await bringUpToDate(address)
    database = openDatabase({ url: address.databaseMigrateUrl, poolSize: 1, statementTimeoutMs: 0 })
    storage = await diskIn('files')
    place = await openPlace(path.join(folder, 'backups'), { backupContainer: '' })
    const { id } = await anAccount(database, { role: 'ADMIN', password: null })
    for (const text of ['one', 'two']) {
      const blob = newBlobName('documents', 'pdf', new Date())
      blobs.push(blob)
      await storage.write(blob, Readable.from([Buffer.from(text)]), { maxBytes: 100 })
      await inserted(database, 'files.files', {
        ...{
          folder: 'companies',
          owner_id: 1,
          blob_name: blob,
          original_name: 'a.pdf',
          content_type: 'application/pdf'
        },
        ...{ size: 3, sha256: sha256(text), created_by: id, created_at: new Date() }
      })
      const at = new Date()
      await recordEntry(database, {
        at,
        accountId: id,
        audience: 'ADMIN',
        command: 'x.y',
        resourceType: 'x',
        subjectIds: [1]
      })
    }
    await sealAll(database, new Date())
  }, 60_000)
  afterAll(async () => {
    await database?.destroy()
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('is restored by the commands: rows, files, owners, rights and the chain of the audit', async () => {
    const made = await aCommand('backup', [], environment('source', 'files'))
    expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/tables in [\d.]+ MB, 2 files, 2 of them new/) })
    const [name = ''] = await backupsIn(place)
    await aDatabaseOf('restored')
    const restored = await aCommand('restore', [name], environment('restored', 'restored-files'))
    expect(restored.said).toContain('2 entries are sealed; all are as they were written')
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Everything is as it was.') })
    const owners = await withClient(cluster.urlOf('restored'), client =>
      client.query(`select distinct n.nspname = 'audit' as audit, pg_get_userbyid(c.relowner) as owner from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v') order by 1`)
    )
    expect(owners.rows).toEqual([
      { audit: false, owner: 'opony_owner' },
      { audit: true, owner: 'opony_audit' }
    ])
    await withClient(cluster.urlOf('restored', 'opony_app'), async client => {
      expect((await client.query('select count(*)::int as n from users.accounts')).rows).toEqual([{ n: 1 }])
      await expect(client.query('delete from audit.entries')).rejects.toThrow('permission denied')
    })
    const files = await diskIn('restored-files')
    expect(await Promise.all(blobs.map(async blob => (await files.facts(blob))?.size))).toEqual([3, 3])
    const again = await aCommand('restore', [name], environment('restored', 'restored-files'))
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') })
  }, 60_000)

  describe('that was made', () => {
    let manifest: Manifest
    let name: string
    let apart: Place
    let target: Knex
    beforeAll(async () => {
      apart = await openPlace(path.join(folder, 'apart'), { backupContainer: '' })
      const made = await make(new Date('2026-01-01T00:00:00Z'), apart)
      ;({ manifest, name } = made)
      await withClient(cluster.urlOf('postgres'), client =>
        client.query('create role solo login').then(() => client.query('create database target owner solo'))
      )
      target = openDatabase({ url: cluster.urlOf('target', 'solo'), poolSize: 1 })
    }, 30_000)
    afterAll(() => target?.destroy())

    const restore = async (changed: Partial<Manifest>, more: { withoutFlawed?: boolean } = {}) => {
      const said: string[] = []
      const faults = await restoreBackup({
        ...{
          database: target,
          address: cluster.urlOf('target', 'solo'),
          storage: await diskIn('target'),
          place: apart
        },
        ...{ settings, manifest: { ...manifest, ...changed }, withoutFlawed: false, withoutRights: false, ...more },
        say: line => void said.push(line)
      })
      return { said, faults }
    }
    const isStillEmpty = () =>
      withClient(cluster.urlOf('target'), async client => {
        const { rows } = await client.query(
          "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace"
        )
        return rows[0].n === 0
      })

    it('names its version, its last step, its tables and the end of the audit', async () => {
      expect(manifest).toMatchObject({
        format: 1,
        madeAt: '2026-01-01T00:00:00.000Z',
        roles: ['opony_app'],
        missing: []
      })
      expect(manifest.migration).toBe(manifest.migrations.at(-1))
      expect(manifest.tables).toMatchObject({ 'users.accounts': 1, 'files.files': 2, 'audit.entries': 2 })
      expect(manifest.auditAnchor).toMatch(/^2:[0-9a-f]{64}$/)
      expect(await manifestOf(apart, name)).toEqual(manifest)
    })

    it('is refused, and the database left empty, where roles are absent, it is of a newer version, or a file is damaged or absent', async () => {
      await expect(restore({ roles: ['opony_app', 'nobody_here'] })).rejects.toThrow(/nobody_here.*roles\.sql/)
      await expect(restore({ migrations: [...manifest.migrations, '999_later'] })).rejects.toThrow(
        /newer version.*999_later/
      )
      const [first, second] = manifest.files.map(part => part.name) as [string, string]
      const whole = readFileSync(path.join(folder, 'apart', first))
      await writeFile(path.join(folder, 'apart', first), Buffer.alloc(whole.length, 'x'))
      const kept = path.join(folder, 'apart', second)
      const bytes = readFileSync(kept)
      await rm(kept)
      expect(await flawsOf(apart, manifest)).toEqual([
        { name: first, kind: 'damaged' },
        { name: second, kind: 'absent' }
      ])
      await expect(restore({})).rejects.toThrow(new RegExp(`${first} is damaged[\\s\\S]*${second} is not there`))
      expect(await isStillEmpty()).toBe(true)
      await apart.write(second, Readable.from([bytes]))
    })

    it('is restored without what is damaged, names the rows whose files are gone, and tables that differ', async () => {
      const tables = { ...manifest.tables, 'users.accounts': 7 }
      const { faults } = await restore({ tables }, { withoutFlawed: true })
      expect(faults).toEqual([
        'users.accounts has 1 row, and had 7.',
        expect.stringMatching(/^A row names documents\/.*, which is not in the storage\.$/)
      ])
    }, 30_000)

    it('whose dump is damaged is not restored at all', async () => {
      await appendFile(path.join(folder, 'apart', manifest.database.name), 'x')
      await withClient(cluster.urlOf('postgres'), client => client.query('create database other owner opony_owner'))
      const other = openDatabase({ url: cluster.urlOf('other', 'opony_owner'), poolSize: 1 })
      const options = {
        database: other,
        address: cluster.urlOf('other', 'opony_owner'),
        storage,
        place: apart,
        settings,
        manifest
      }
      const tried = restoreBackup({ ...options, withoutFlawed: true, withoutRights: false, say: () => undefined })
      await expect(tried).rejects.toThrow(/database\.dump is damaged[\s\S]*earlier backup/)
      await other.destroy()
    })
  })

  it('copies only what the place lacks, says what the storage lacks, and keeps the newest with their files', async () => {
    const shared = await openPlace(path.join(folder, 'shared'), { backupContainer: '' })
    expect((await make(new Date('2026-02-01T00:00:00Z'), shared)).copied).toBe(2)
    expect((await make(new Date('2026-02-02T00:00:00Z'), shared)).copied).toBe(0)
    const [gone = ''] = blobs
    await database('files.files')
      .where({ blob_name: gone })
      .update({ blob_name: newBlobName('documents', 'pdf', new Date()) })
    const third = await make(new Date('2026-02-03T00:00:00Z'), shared)
    expect([third.copied, third.missing.length]).toEqual([0, 1])
    expect(await keepNewest(shared, 1)).toEqual([
      backupName(new Date('2026-02-01')),
      backupName(new Date('2026-02-02'))
    ])
    expect(await backupsIn(shared)).toEqual([third.name])
    const files = (await readdir(path.join(folder, 'shared/files'), { recursive: true })).filter(name =>
      name.endsWith('.pdf')
    )
    expect(files.map(name => path.basename(name))).toEqual([path.basename(blobs[1] as string)])
  }, 30_000)

  it('lacks nothing where the file of an old import is gone because its time was up', async () => {
    const before = await make(new Date('2026-03-01T00:00:00Z'))
    await anImport(database)
    const after = await make(new Date('2026-03-02T00:00:00Z'))
    expect(after.missing).toEqual(before.missing)
    await anImport(database, { hasFile: true })
    const lacking = await make(new Date('2026-03-03T00:00:00Z'))
    expect(lacking.missing).toEqual([...before.missing, expect.stringMatching(/^imports\//)])
  }, 30_000)

  it('holds in dump and counts one moment, whatever is written while it is made', async () => {
    const bin = path.join(folder, 'bin')
    await mkdir(bin)
    const write =
      "insert into kernel.changes (at, resource_type, subject_id, version, code) values (now(), 'x', 1, 1, 'x.y')"
    const script = `#!/bin/sh\n"${settings.postgresBin}/psql" --quiet --command="${write}" && exec "${settings.postgresBin}/pg_dump" "$@"\n`
    await writeFile(path.join(bin, 'pg_dump'), script, { mode: 0o755 })
    const busy = await openPlace(path.join(folder, 'busy'), { backupContainer: '' })
    const address = cluster.urlOf('source', 'opony_owner')
    const made = await makeBackup({
      database,
      address,
      storage,
      place: busy,
      settings: { postgresBin: bin },
      now: new Date()
    })
    await withClient(cluster.urlOf('postgres'), client => client.query('create database moment owner opony_owner'))
    const target = openDatabase({ url: cluster.urlOf('moment', 'opony_owner'), poolSize: 1 })
    const options = {
      database: target,
      address: cluster.urlOf('moment', 'opony_owner'),
      storage: await diskIn('moment'),
      place: busy
    }
    const faults = await restoreBackup({
      ...{
        ...options,
        settings,
        manifest: made.manifest,
        withoutFlawed: false,
        withoutRights: false,
        say: () => undefined
      }
    }).finally(() => target.destroy())
    expect(faults.filter(fault => fault.includes('rows'))).toEqual([])
    expect(await database('kernel.changes').count('*')).not.toEqual([{ count: made.manifest.tables['kernel.changes'] }])
  }, 30_000)

  it('of a program that cannot be run, or that fails, leaves nothing, and says why', async () => {
    const empty = await openPlace(path.join(folder, 'empty'), { backupContainer: '' })
    const address = cluster.urlOf('source', 'opony_owner')
    const tried = makeBackup({
      database,
      address,
      storage,
      place: empty,
      settings: { postgresBin: '/nowhere' },
      now: new Date()
    })
    await expect(tried).rejects.toThrow('/nowhere/pg_dump is not there. Install')
    await expect(startProgram('pg_dump', ['--no-such'], address, settings.postgresBin).ended).rejects.toThrow(
      'did not end well'
    )
    expect(await backupsIn(empty)).toEqual([])
  })

  it('can be tried on the demo business, which seed:demo makes by the address of the owner', async () => {
    await aDatabaseOf('demo')
    const made = await aCommand('seed-demo', ['--orders', '40', '--companies', '5'], environment('demo', 'files'))
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('The demo business stands: 40 orders') })
  }, 30_000)

  it('is not needed to try an upgrade: a dry run of migrate takes the steps in a copy, and leaves the database as it is', async () => {
    await aDatabaseOf('before')
    await aDatabaseOf('copy')
    const owner = cluster.urlOf('before', 'opony_owner')
    await migrate(owner)
    const [last = ''] = await rollback(owner, 'step')
    const words = ['--dry-run', '--copy', cluster.urlOf('copy', 'opony_owner')]
    const tried = await aCommand('migrate', words, environment('before', 'files'))
    expect(tried).toMatchObject({
      code: 0,
      said: expect.stringMatching(new RegExp(`done: ${last} in [\\s\\S]*1 step in`))
    })
    const stepsOf = (name: string) =>
      withClient(cluster.urlOf(name), async client => (await client.query('select name from migrations')).rowCount)
    expect((await stepsOf('copy')) as number).toBe(((await stepsOf('before')) as number) + 1)
    const again = await aCommand('migrate', words, environment('before', 'files'))
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('The database of --copy is not empty') })
  })
})
