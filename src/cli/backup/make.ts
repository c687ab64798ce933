/**
 * Makes a backup: the database by pg_dump, with the counts of the same snapshot, then the uploaded files that the place does not have yet,
 * and last the manifest. Files are stored before their rows, so what is copied after the dump holds every file that the dump names, apart
 * from those of rows that were deleted in between. The application may be running.
 */
import { createHash, type Hash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import type { Knex } from 'knex'
import type { Settings } from '../../../config/settings.ts'
import { queryOne, sql } from '../../kernel/database/sql.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { versionOf } from '../../version.ts'
import { auditEnd, countRows, type NamedFile, namedFiles, rolesWithRights, stepsOf } from './contents.ts'
import {
  backupName,
  dumpName,
  fileName,
  isBackupName,
  type Manifest,
  manifestName,
  type Part,
  readManifest
} from './manifest.ts'
import type { Place } from './place.ts'
import { startProgram } from './programs.ts'

/** Counts bytes and computes their hash on the way. */
export function measure(): { readonly through: Transform; bytes(): number; sha256(): string } {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(null, chunk)
    }
  })
  return { through, bytes: () => bytes, sha256: () => hash.digest('hex') }
}

/** The streams joined, so that a fault of the first ends the second. */
export function joined(source: Readable, through: Transform): Readable {
  source.once('error', error => through.destroy(error))
  through.once('close', () => source.destroy())
  return source.pipe(through)
}

interface Copied {
  readonly files: Part[]
  readonly missing: string[]
  /** How many had to be copied. */
  readonly copied: number
}

export interface BackupOptions {
  readonly database: Knex
  /** Of the role that owns the tables. */
  readonly address: string
  readonly storage: Pick<Storage, 'read' | 'facts'>
  readonly place: Place
  readonly settings: Pick<Settings, 'postgresBin'>
  readonly now: Date
}

export interface MadeBackup extends Copied {
  readonly name: string
  readonly manifest: Manifest
}

/** @throws Error with the words of pg_dump, the storage or the place; what was written until then has no manifest, and is no backup */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { place, now } = options
  const name = backupName(now)
  const { named, ...ofDatabase } = await dumpDatabase(options, name)
  const copy = await copyFiles(options, named)
  const manifest: Manifest = {
    format: 1,
    madeAt: now.toISOString(),
    ...versionOf(),
    ...ofDatabase,
    files: copy.files,
    missing: copy.missing
  }
  await place.write(manifestName(name), Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)]))
  return { name, manifest, ...copy }
}

/** pg_dump reads the snapshot of this transaction, in which everything is counted. */
async function dumpDatabase({ database, address, place, settings }: BackupOptions, name: string) {
  return database.transaction(
    async trx => {
      const facts = await queryOne<{ snapshot: string; version: number }>(
        trx,
        sql`select pg_export_snapshot() as snapshot, current_setting('server_version_num')::int / 10000 as version,
          set_config('idle_in_transaction_session_timeout', '0', true)`
      )
      const words = ['--format=custom', `--snapshot=${facts?.snapshot}`]
      const { bytes, sha256 } = await dumpInto(place, dumpName(name), () =>
        startProgram('pg_dump', words, address, settings.postgresBin)
      )
      const migrations = await stepsOf(trx)
      return {
        migration: migrations.at(-1) ?? '',
        migrations,
        postgres: facts?.version ?? 0,
        roles: await rolesWithRights(trx),
        tables: await countRows(trx),
        auditAnchor: await auditEnd(trx),
        named: await namedFiles(trx),
        database: { name: dumpName(name), bytes, sha256 }
      }
    },
    { isolationLevel: 'repeatable read', readOnly: true }
  )
}

async function dumpInto(place: Place, name: string, start: () => ReturnType<typeof startProgram>) {
  const program = start()
  const measured = measure()
  try {
    const written = place.write(name, joined(program.stdout, measured.through))
    // A program that cannot be started closes its output as if it had written nothing.
    await Promise.all([program.ended, written])
  } catch (error) {
    program.kill()
    await place.remove(name)
    throw error
  }
  return { bytes: measured.bytes(), sha256: measured.sha256() }
}

/** Copies what the place lacks. A file that it has with the size that the storage says is the same: files never change. */
async function copyFiles({ storage, place }: BackupOptions, named: readonly NamedFile[]): Promise<Copied> {
  const known = await partsOf(place)
  const files: Part[] = []
  const missing: string[] = []
  let copied = 0
  for (const { name: blob } of named) {
    const facts = await storage.facts(blob)
    const name = fileName(blob)
    const before = known.get(name)
    if (facts && before?.bytes === facts.size && (await place.size(name)) === facts.size) files.push(before)
    else {
      const source = facts && (await storage.read(blob))
      if (!source) {
        missing.push(blob)
        continue
      }
      const measured = measure()
      await place.write(name, joined(source, measured.through))
      files.push({ name, bytes: measured.bytes(), sha256: measured.sha256() })
      copied += 1
    }
  }
  return { files, missing, copied }
}

/** Every file that a backup of the place has, by its name. */
async function partsOf(place: Place): Promise<Map<string, Part>> {
  const manifests = await Promise.all((await backupsIn(place)).map(name => manifestOf(place, name)))
  return new Map(manifests.flatMap(({ files }) => files.map(part => [part.name, part] as const)))
}

/** The names of complete backups, the oldest first. */
export async function backupsIn(place: Place): Promise<string[]> {
  const names: string[] = []
  for await (const name of place.list()) {
    const [backup = '', file, ...rest] = name.split('/')
    if (isBackupName(backup) && file === 'manifest.json' && rest.length === 0) names.push(backup)
  }
  return names.sort()
}

/** @throws Error where there is no such backup, or its manifest is damaged */
export async function manifestOf(place: Place, backup: string): Promise<Manifest> {
  const source = isBackupName(backup) ? await place.read(manifestName(backup)) : undefined
  if (!source) throw new Error(`There is no complete backup ${backup} in ${place.label}.`)
  return readManifest(Buffer.concat(await source.toArray()).toString())
}

/** Removes all but the newest backups, and files that none of those has. Returns the names of the removed backups. */
export async function keepNewest(place: Place, count: number): Promise<string[]> {
  const all = await backupsIn(place)
  const old = all.slice(0, Math.max(0, all.length - count))
  for (const backup of old) {
    await place.remove(manifestName(backup))
    await place.remove(dumpName(backup))
  }
  const kept = await partsOf(place)
  const removed: string[] = []
  for await (const name of place.list()) if (name.startsWith('files/') && !kept.has(name)) removed.push(name)
  if (old.length > 0) for (const name of removed) await place.remove(name)
  return old
}
