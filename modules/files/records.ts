/** Recorded files: who may fetch them, and the removal of their bytes. */
import type { Caller } from '../../src/kernel/access/caller.ts'
import type { Database } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { exists } from '../../src/kernel/resources/read-one.ts'
import type { Services } from '../../src/kernel/services.ts'
import { StoredFile } from './models.ts'
import { folderNamed } from './public.ts'

/** The job that removes a blob. A blob that has a record is never removed. */
export async function removeBlob({ db, storage }: Services, { blobName }: { blobName: string }): Promise<void> {
  const used = await StoredFile.query(db).where({ blob_name: blobName }).first()
  if (!used) await storage.remove(blobName)
}

/**
 * The file, if the caller may see the row that has it.
 * @throws kernel.notFound if the file does not exist or the caller may not see it
 */
export async function requireFile(
  services: Services,
  caller: Caller,
  where: { readonly id: number } | { readonly blobName: string }
): Promise<StoredFile> {
  const file = await findFile(services.db, where)
  const owner = file && folderNamed(services, file.folder)?.owner
  const isReader = owner !== undefined && caller.role !== null && owner.access.includes(caller.role)
  if (!file || !isReader || !(await exists(services.db, owner, file.ownerId, caller))) return throwProblem('notFound')
  return file
}

const findFile = (database: Database, where: { readonly id: number } | { readonly blobName: string }) =>
  StoredFile.query(database)
    .where('id' in where ? { id: where.id } : { blob_name: where.blobName })
    .first()
