/** The end of an upload: what has arrived is looked at, or removed. */
import type { Services } from '../../src/kernel/services.ts'
import { examine } from '../../src/kernel/storage/content.ts'
import { throwFileError, throwTooLarge } from './errors.ts'
import { Upload } from './models.ts'

/**
 * Checks what has arrived and notes that it is whole; gives its hash, or undefined while there is no blob. What is too large,
 * or something else than its name says, is removed.
 * @param field of a form, where a refusal belongs
 * @throws files.size, files.content
 */
export async function finishUpload(
  services: Services,
  { blobName, contentType, maxBytes }: Upload,
  field?: string
): Promise<string | undefined> {
  const examined = await examine(services.storage, blobName, { type: contentType, maxBytes })
  if (examined === undefined) return undefined
  if (typeof examined === 'string') {
    await discardUpload(services, blobName)
    if (examined === 'tooLarge') return throwTooLarge(maxBytes, field)
    return field === undefined ? throwFileError('content') : throwFileError.at(field, 'content')
  }
  const { size, sha256 } = examined
  await Upload.query(services.db).findById(blobName).patch({ receivedAt: services.now(), size, sha256 })
  return sha256
}

/** Leaves nothing of an upload. What cannot be removed now, the sweep removes. */
export async function discardUpload({ db, storage, log }: Services, blobName: string): Promise<void> {
  try {
    await storage.remove(blobName)
    await Upload.query(db).deleteById(blobName)
  } catch (error) {
    log.warn({ err: error }, 'files: an upload could not be removed yet')
  }
}
