/** Attaches uploaded files to rows of other modules, joins them, and removes them with their rows. */
import type { BeforeTransactionContext, CommandContext } from '../../src/kernel/commands/command.ts'
import { query, queryOne, sql } from '../../src/kernel/database/sql.ts'
import { throwFileError } from './errors.ts'
import { finishUpload } from './finish.ts'
import type { FileFolder } from './folders.ts'
import { StoredFile, Upload } from './models.ts'
import { claimMs, removeJob } from './rules.ts'

/** An SQL join of the file of a row that has at most one; `owner` is the expression of the row's id. */
export const leftJoinFile = (alias: string, folder: string, owner: string): string =>
  `left join files.files ${alias} on ${alias}.folder = '${folder}' and ${alias}.owner_id = ${owner}`

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
  { trx, accountId, now }: Pick<CommandContext, 'trx' | 'accountId' | 'now'>,
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
  { trx, services }: Pick<CommandContext, 'trx' | 'services'>,
  folder: FileFolder,
  ownerId: number
): Promise<void> {
  const removed = await query<{ blobName: string }>(
    trx,
    sql`delete from files.files where folder = ${folder.name} and owner_id = ${ownerId} returning blob_name as "blobName"`
  )
  for (const { blobName } of removed) await services.jobs.send(trx, removeJob, { blobName })
}
