/** The folders of files: modules that have files define them. */
import type { FileExtension } from '../../src/contract/files.ts'
import type { Role } from '../../src/contract/roles.ts'
import type { Reader } from '../../src/kernel/access/caller.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint, type Extensions } from '../../src/kernel/extension-points.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'

export interface FileFolder {
  /** In lower case. The first part of a blob's name, and of `folder` in the call for a key: `documents`, `documents/17`. */
  readonly name: string
  /** The accepted extensions. */
  readonly types: readonly FileExtension[]
  /** Roles that may upload into it. */
  readonly uploaders: readonly Role[]
  /** Whether the reader may see the subject whose id follows the name, such as a company. */
  isSubjectVisible(database: Database, id: number, reader: Reader): Promise<boolean>
  /** The subject of a call that names none; null if the files have no subject, undefined if one must be named. */
  usualSubject(reader: Reader): number | null | undefined
  /** The resource whose rows have the files. */
  readonly owner: Resource
}

export const fileFolders = defineExtensionPoint<FileFolder>('files.folders')

export const folderNamed = (
  { extensions }: { readonly extensions: Extensions },
  name: string
): FileFolder | undefined => fileFolders.all(extensions).find(folder => folder.name === name)
