/** The end of an upload: the received file is checked, or removed. */
import type { Services } from '../../src/kernel/services.ts'
import { examine } from '../../src/kernel/storage/content.ts'
import { throwFileError, throwTooLarge } from './errors.ts'
import { Upload } from './models.ts'

/**
 * Checks a received file and marks the upload as complete. Returns the hash, or undefined if there is no blob yet. A file that is too
 * large, or of another type than its name says, is removed.
 * @param field the form's field to which a refusal belongs
 * @throws files.size, files.content, files.malicious; kernel.unavailable while the scanner cannot be asked
 */
export async function finishUpload(
  services: Services,
  { blobName, accountId, contentType, maxBytes }: Upload,
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
  if (await isMalicious(services, { blobName, accountId })) {
    await discardUpload(services, blobName)
    return field === undefined ? throwFileError('malicious') : throwFileError.at(field, 'malicious')
  }
  await Upload.query(services.db).findById(blobName).patch({ receivedAt: services.now(), size, sha256 })
  return sha256
}

/** Whether the scanner of the settings finds something in the file, which is then a security event. */
async function isMalicious(
  { scanner, storage, security }: Services,
  { blobName, accountId }: Pick<Upload, 'blobName' | 'accountId'>
): Promise<boolean> {
  const bytes = scanner && (await storage.read(blobName))
  const found = bytes && (await scanner.scan(bytes))
  if (found === undefined) return false
  security.record({ kind: 'malwareFound', accountId, code: found })
  return true
}

/** Removes everything of an upload. If that fails, the sweep removes it later. */
export async function discardUpload({ db, storage, log }: Services, blobName: string): Promise<void> {
  try {
    await storage.remove(blobName)
    await Upload.query(db).deleteById(blobName)
  } catch (error) {
    log.warn({ err: error }, 'files: an upload could not be removed yet')
  }
}
