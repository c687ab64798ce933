/** A business with its files is backed up and restored by the commands of operators: rows, values and files are the same. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { sealAll } from '../../modules/audit/chain.ts'
import { seedDemo } from '../../seeds/demo/insert.ts'
import { hashPassword } from '../../src/kernel/access/passwords.ts'
import { openDatabase } from '../../src/kernel/database/database.ts'
import { hashSecret } from '../../src/kernel/mqtt/secret.ts'
import { newBlobName } from '../../src/kernel/storage/blob-name.ts'
import { openDisk } from '../../src/kernel/storage/disk.ts'
import { migrate } from '../../src/kernel/upgrade/migrate.ts'
import { withClient } from '../../test/helper/cluster.ts'
import { aCommand } from '../../test/helper/command.ts'
import { anAccount } from '../../test/helper/factories.ts'
import { aCluster, postgresPrograms } from '../../test/helper/postgres-programs.ts'
import { atLeast, type Drill, exactly, none, seen } from '../drill.ts'

interface Table {
  readonly rows: number
  readonly sum: string
}

/** Rows and a checksum of all values of each table. The queue's own notes and the lock of the migrations are not business. */
async function tablesIn(db: Knex): Promise<Map<string, Table>> {
  const { rows } = await db.raw(`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'queue')
      and (table_schema, table_name) <> ('public', 'migrations_lock')`)
  const found = new Map<string, Table>()
  for (const { name } of rows) {
    const [table] = (
      await db.raw(`select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as sum
        from ${name} t`)
    ).rows
    found.set(name, table)
  }
  return found
}

async function checksumsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sums = entries
    .filter(entry => entry.isFile())
    .map(async entry => {
      const bytes = await readFile(path.join(entry.parentPath, entry.name))
      return `${entry.name} ${createHash('sha256').update(bytes).digest('hex')}`
    })
  return (await Promise.all(sums)).sort()
}

export const restore: Drill = {
  promise: 'backup and restore of a business with files: rows, values and files are equal, and the commands say so',
  control: { without: 'with one value and one file that differ', breaks: 'tables that differ' },
  lacks: () => (postgresPrograms() === null ? 'postgresql' : undefined),
  async run(at) {
    const folder = await mkdtemp(path.join(tmpdir(), 'opony-drill-restore-'))
    at.after(() => rm(folder, { recursive: true, force: true }))
    const programs = postgresPrograms()!
    const cluster = await aCluster(programs)
    at.after(() => cluster.stop())
    const roleless = async (name: string): Promise<string> => {
      await withClient(cluster.urlOf('postgres'), client => client.query(`create database ${name}`))
      return cluster.urlOf(name)
    }
    const environment = (url: string, files: string): Record<string, string> => ({
      DATABASE_URL: url,
      STORAGE_URL: `file:${path.join(folder, files)}`,
      BACKUP_URL: `file:${path.join(folder, 'backups')}`,
      POSTGRES_BIN: programs.folder,
      DATA_DIR: folder,
      MQTT_PORT: '0',
      ROLES: 'web'
    })
    const orders = at.many(20_000, 200)
    const files = at.many(200, 5)
    const source = await roleless('source')
    await migrate(source)
    const db = openDatabase({ url: source, poolSize: 2, statementTimeoutMs: 0 })
    at.after(() => db.destroy())
    await seedDemo(db, { seed: 2026, orders, companies: undefined, now: new Date(), hashPassword, hashSecret })
    await mkdir(path.join(folder, 'files'), { recursive: true })
    const disk = await openDisk({
      url: `file:${path.join(folder, 'files')}`,
      dataDir: folder,
      log: { error: () => undefined }
    })
    const { id: owner } = await anAccount(db, { role: 'ADMIN', password: null, email: 'owner@drill.example.com' })
    for (let n = 0; n < files; n += 1) {
      const blob = newBlobName('documents', 'pdf', new Date())
      const bytes = Buffer.from(`file ${n} `.repeat(1_000))
      await disk.write(blob, Readable.from([bytes]), { maxBytes: bytes.length })
      await db('files.files').insert({
        ...{ folder: 'companies', owner_id: 1, blob_name: blob, original_name: `${n}.pdf` },
        ...{ content_type: 'application/pdf', size: bytes.length, created_by: owner, created_at: new Date() },
        sha256: createHash('sha256').update(bytes).digest('hex')
      })
    }
    // as the worker does within seconds; the restore seals what is left when it checks the chain
    await sealAll(db, new Date())
    const began = performance.now()
    const made = await aCommand('backup', [], environment(source, 'files'))
    if (made.code !== 0) throw new Error(made.said)
    const backedUp = (performance.now() - began) / 1_000
    const [name = ''] = (await readdir(path.join(folder, 'backups'))).filter(entry => entry.startsWith('opony-'))
    const target = await roleless('restored')
    const from = performance.now()
    const done = await aCommand('restore', [name], environment(target, 'restored-files'))
    const restored = (performance.now() - from) / 1_000
    if (done.code !== 0) console.log(done.said)
    const other = openDatabase({ url: target, poolSize: 2, statementTimeoutMs: 0 })
    at.after(() => other.destroy())
    if (!at.isGuarded) {
      await other.raw('update orders.orders set quantity = quantity + 1 where id = (select min(id) from orders.orders)')
      await rm(path.join(folder, 'restored-files', 'documents'), { recursive: true, force: true })
    }
    const [before, after] = [await tablesIn(db), await tablesIn(other)]
    const differing = [...before].filter(([table, { rows, sum }]) => {
      const there = after.get(table)
      return there?.rows !== rows || there.sum !== sum
    })
    if (differing.length > 0) console.log(`  ${differing.map(([table]) => table).join(', ')}`)
    const [own, copied] = [
      await checksumsIn(path.join(folder, 'files')),
      await checksumsIn(path.join(folder, 'restored-files'))
    ]
    return [
      exactly('exit code', done.code, 0),
      exactly('said that all is as it was', Number(done.said.includes('Everything is as it was.')), 1),
      none('tables that differ', differing.length),
      none('files that differ', own.filter((line, n) => copied[n] !== line).length),
      atLeast('tables', before.size, 60),
      exactly('files', copied.length, files),
      seen('orders', after.get('orders.orders')?.rows ?? 0),
      seen('backup', backedUp, 's'),
      seen('restore', restored, 's')
    ]
  }
}
