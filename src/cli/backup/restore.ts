/**
 * Restores a backup into an empty database, as the role that owns the tables, and its files into the storage of the settings; then compares
 * what is there with what was there. The database is restored in one transaction, so that a try that fails leaves it empty.
 */
import { pipeline } from 'node:stream/promises'
import type { Knex } from 'knex'
import type { Settings } from '../../../config/settings.ts'
import { migrationSource } from '../../../migrations/index.ts'
import { counted } from '../../counted.ts'
import { query, sql } from '../../kernel/database/sql.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import { type Flaw, flawsOf, flawText } from './check.ts'
import { countRows, isEmptyDatabase, namedFiles } from './contents.ts'
import { joined, measure } from './make.ts'
import { blobOf, differentCounts, type Manifest, type Part } from './manifest.ts'
import type { Place } from './place.ts'
import { startProgram } from './programs.ts'

export interface RestoreOptions {
  readonly database: Knex
  /** Of the role that is to own the tables. */
  readonly address: string
  readonly storage: Pick<Storage, 'read' | 'facts' | 'write'>
  readonly place: Place
  readonly settings: Pick<Settings, 'postgresBin'>
  readonly manifest: Manifest
  /** Restores what is whole where files are absent or damaged. */
  readonly withoutFlawed: boolean
  /** Leaves out which roles have rights; for a server that has none of them. */
  readonly withoutRights: boolean
  say(line: string): void
}

/**
 * @returns sentences about what is not as it was
 * @throws Error, before anything was changed, where the database is not empty, roles are absent, the backup is of a newer version or has flaws
 */
export async function restoreBackup(options: RestoreOptions): Promise<string[]> {
  const { manifest, say } = options
  await requireRoom(options)
  const flaws = await flawsOf(options.place, manifest)
  requireWhole(flaws, options)
  say(flaws.length === 0 ? 'The backup is whole.' : `The backup is whole but for ${counted(flaws.length, 'file')}.`)
  await restoreDatabase(options)
  const counts = differentCounts(manifest.tables, await countRows(options.database))
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0)
  say(
    `The database has ${counted(Object.keys(manifest.tables).length, 'table')} with ${counted(rows, 'row')}, as of ${manifest.madeAt}.`
  )
  const flawed = new Set(flaws.map(({ name }) => name))
  const written = await restoreFiles(
    options,
    manifest.files.filter(({ name }) => !flawed.has(name))
  )
  say(`Files written: ${written}; there already: ${manifest.files.length - flawed.size - written}.`)
  return [...counts, ...(await filesAgainstRows(options))]
}

async function requireRoom({ database, manifest, withoutRights }: RestoreOptions): Promise<void> {
  if (!(await isEmptyDatabase(database)))
    throw new Error(
      'The database is not empty. Restore into a new one: createdb --owner=<role> <name>, and set DATABASE_URL to it.'
    )
  const known = new Set(await migrationSource.getMigrations([]))
  const newer = manifest.migrations.filter(step => !known.has(step))
  if (newer.length > 0)
    throw new Error(
      `The backup is of a newer version (${manifest.version}, ${manifest.commit}), with ${newer.at(-1)}. Restore it with that one.`
    )
  const roles = await query<{ name: string }>(database, sql`select rolname as name from pg_roles`)
  const there = new Set(roles.map(({ name }) => name))
  const absent = manifest.roles.filter(role => !there.has(role))
  if (absent.length > 0 && !withoutRights)
    throw new Error(
      `The backup gives rights to ${absent.join(', ')}, which this server does not know. Run deploy/postgres/roles.sql first; or add ` +
        '--without-rights where one role does everything.'
    )
}

function requireWhole(flaws: readonly Flaw[], { manifest, withoutFlawed }: RestoreOptions): void {
  if (flaws.length === 0) return
  const isDump = flaws.some(({ name }) => name === manifest.database.name)
  if (withoutFlawed && !isDump) return
  const hint = isDump
    ? 'Take an earlier backup.'
    : 'Nothing was restored. To restore without them, add --without-flawed.'
  throw new Error([...flaws.map(flawText), hint].join('\n'))
}

async function restoreDatabase({ place, manifest, address, settings, withoutRights }: RestoreOptions): Promise<void> {
  const source = await place.read(manifest.database.name)
  if (!source) throw new Error(`${manifest.database.name} is not there.`)
  const { pathname } = new URL(address)
  const words = ['--exit-on-error', '--single-transaction', '--no-owner', ...(withoutRights ? ['--no-privileges'] : [])]
  const program = startProgram(
    'pg_restore',
    [...words, `--dbname=${decodeURIComponent(pathname.slice(1))}`],
    address,
    settings.postgresBin
  )
  program.stdout.resume()
  const fed = pipeline(source, program.stdin).catch(() => undefined)
  await Promise.all([program.ended, fed])
}

/** Writes what the storage lacks; a file that is there must be the same. Returns how many were written. */
async function restoreFiles({ storage, place }: RestoreOptions, files: readonly Part[]): Promise<number> {
  let written = 0
  for (const part of files) {
    const blob = blobOf(part)
    if (await storage.facts(blob)) continue
    const source = await place.read(part.name)
    if (!source) throw new Error(`${part.name} is not there.`)
    await storage.write(blob, source, { maxBytes: part.bytes })
    written += 1
  }
  return written
}

/** Every file that a row names is read from the storage, and compared with what the backup and the row say. */
async function filesAgainstRows({ database, storage, manifest }: RestoreOptions): Promise<string[]> {
  const known = new Map(manifest.files.map(part => [blobOf(part), part.sha256]))
  const said: string[] = []
  for (const { name, sha256 } of await namedFiles(database)) {
    const source = await storage.read(name)
    if (!source) {
      const was = manifest.missing.includes(name) ? ', and was not when the backup was made' : ''
      said.push(`A row names ${name}, which is not in the storage${was}.`)
      continue
    }
    const measured = measure()
    for await (const _ of joined(source, measured.through)) {
      // measured on its way
    }
    const found = measured.sha256()
    if (found !== (sha256 ?? known.get(name) ?? found))
      said.push(`${name} in the storage is not the file that its row is about.`)
  }
  return said
}
