/**
 * The files' public API. A module that has files defines a folder (`fileFolders.fill(…)`): who may upload into it, and to rows of which
 * resource the files belong. The browser uploads with a key of GET /api/Storage/access-token, and then sends the module's own command
 * with the blob's name, which calls `attachFile` in its transaction:
 *
 *     beforeTransaction: (context, { blobFileName }) => settleUpload(context, blobFileName)
 *     async run(context, input) { …; await attachFile(context, documentFolder, { … }) }
 *
 * Only those who may see the row may fetch its files.
 */
import type { FastifyRequest } from 'fastify'
import type { FileExtension } from '../../src/contract/files.ts'
import type { Role } from '../../src/contract/roles.ts'
import type { Caller, Reader } from '../../src/kernel/access/caller.ts'
import type { BeforeTransactionContext, CommandContext } from '../../src/kernel/commands/command.ts'
import { type Database, query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { defineExtensionPoint, type Extensions } from '../../src/kernel/extension-points.ts'
import type { Resource } from '../../src/kernel/resources/resource.ts'
import type { Services } from '../../src/kernel/services.ts'
import { throwFileError } from './errors.ts'
import { finishUpload } from './finish.ts'
import { StoredFile, Upload } from './models.ts'
import { originOf } from './origin.ts'
import { signedPath } from './picture-address.ts'
import { claimMs, removeJob } from './rules.ts'

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

/** An SQL join of the file of a row that has at most one; `owner` is the expression of the row's id. */
export const leftJoinFile = (alias: string, folder: string, owner: string): string =>
  `left join files.files ${alias} on ${alias}.folder = '${folder}' and ${alias}.owner_id = ${owner}`

/**
 * The URL of a picture, for `<img>`. It is valid for some minutes and for the caller's session, as long as it may see the row that has the
 * file. `fileId`: the id of the record, from the join above.
 */
export const pictureUrl = (
  { settings, now }: Services,
  caller: Caller,
  fileId: number,
  request: FastifyRequest
): string => originOf(request, settings) + signedPath(settings, caller, fileId, now())

export const folderNamed = (
  { extensions }: { readonly extensions: Extensions },
  name: string
): FileFolder | undefined => fileFolders.all(extensions).find(folder => folder.name === name)

/**
 * Must be called before the transaction of a command that attaches a file. If uploads go directly to the store (Azure), the server checks
 * the file here, and removes it if it is too large or of another type than its name says.
 * @param field the form's field to which a refusal belongs
 * @throws files.size, files.content at the field
 */
export async function settleUpload(
  { services, caller }: Pick<BeforeTransactionContext, 'services' | 'caller'>,
  blobFileName: string | null | undefined,
  field = 'blobFileName'
): Promise<void> {
  if (!blobFileName || !caller) return
  const upload = await Upload.query(services.db)
    .where({ blob_name: blobFileName, account_id: caller.accountId })
    .whereNull('token_hash')
    .whereNull('received_at')
    .first()
  if (upload) await finishUpload(services, upload, field)
}

/**
 * Attaches an uploaded file to the row `ownerId` of the folder's resource. It must be the account's own complete upload, into this folder
 * and for this subject, and not attached yet.
 * @param field the form's field to which a refusal belongs
 * @throws files.notUploaded at the field
 */
export async function attachFile(
  { trx, accountId, now }: CommandContext,
  folder: FileFolder,
  { blobFileName, subjectId, ownerId }: { blobFileName: string; subjectId: number | null; ownerId: number },
  field = 'blobFileName'
): Promise<void> {
  const since = new Date(now.getTime() - claimMs)
  const upload = await queryOne<Pick<Upload, 'originalName' | 'contentType' | 'size' | 'sha256'>>(
    trx,
    sql`delete from files.uploads where blob_name = ${blobFileName} and account_id = ${accountId}
        and folder = ${folder.name} and subject_id is not distinct from ${subjectId}::int
        and received_at is not null and created_at > ${since}
      returning original_name as "originalName", content_type as "contentType", size, sha256`
  )
  if (!upload || upload.size === null || upload.sha256 === null || accountId === null)
    return throwFileError.at(field, 'notUploaded')
  await StoredFile.query(trx).insert({
    folder: folder.name,
    ownerId,
    blobName: blobFileName,
    originalName: upload.originalName,
    contentType: upload.contentType,
    size: upload.size,
    sha256: upload.sha256,
    createdBy: accountId,
    createdAt: now
  })
}

/** Removes the files of a row: the records in this transaction, the bytes by a job after the commit. */
export async function removeFiles(
  { trx, services }: CommandContext,
  folder: FileFolder,
  ownerId: number
): Promise<void> {
  const removed = await query<{ blobName: string }>(
    trx,
    sql`delete from files.files where folder = ${folder.name} and owner_id = ${ownerId} returning blob_name as "blobName"`
  )
  for (const { blobName } of removed) await services.jobs.send(trx, removeJob, { blobName })
}
