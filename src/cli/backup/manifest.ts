/** What a backup consists of, written down beside it last: a backup without it was never completed. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { counted } from '../../counted.ts'

const Part = Type.Object({
  name: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' })
})

/** A file of a backup. `name` is its name in the place of the backups. */
export type Part = Static<typeof Part>

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** When the database was read, as ISO 8601 in UTC. */
  madeAt: Type.String(),
  version: Type.String(),
  commit: Type.String(),
  /** The last step of migrations that the database had, and all of them. */
  migration: Type.String(),
  migrations: Type.Array(Type.String()),
  /** Version of the server, as 17. */
  postgres: Type.Integer(),
  /** Roles that the dump gives rights to. */
  roles: Type.Array(Type.String()),
  /** Rows of each table, as `orders.orders`. */
  tables: Type.Record(Type.String(), Type.Integer()),
  /** Where the chain of the audit ended, as AUDIT_ANCHOR; empty: nothing was sealed. */
  auditAnchor: Type.String(),
  database: Part,
  files: Type.Array(Part),
  /** Files that rows name and the storage did not have. */
  missing: Type.Array(Type.String())
})

export type Manifest = Static<typeof Manifest>

export const manifestName = (backup: string): string => `${backup}/manifest.json`
export const dumpName = (backup: string): string => `${backup}/database.dump`
/** Uploaded files never change, so all backups of a place share them. */
export const fileName = (blob: string): string => `files/${blob}`
export const blobOf = ({ name }: Part): string => name.slice('files/'.length)

/** A backup is named by the second at which it was begun; in the order of time. */
export const backupName = (at: Date): string => `opony-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
export const isBackupName = (text: string): boolean => /^opony-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(text)

/** @throws Error where the text is no manifest that this version understands */
export function readManifest(text: string): Manifest {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new Error('The manifest of the backup is damaged: it is no JSON.')
  }
  if (!Value.Check(Manifest, read))
    throw new Error('The manifest of the backup is not one that this version understands.')
  return read
}

/** A sentence for each table whose rows are not as many as when the backup was made. */
export function differentCounts(before: Manifest['tables'], after: Manifest['tables']): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .filter(name => before[name] !== after[name])
    .map(
      name =>
        `${name} has ${name in after ? counted(after[name] ?? 0, 'row') : 'no rows'}, and had ${before[name] ?? 'none'}.`
    )
}
