import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwFileError = defineErrors('files', {
  /** The folder does not exist, or the call does not name a subject that the folder needs. */
  folder: 400,
  fileName: 400,
  /** The folder does not accept the file name's extension. */
  type: 415,
  /** Larger than the setting allows. */
  size: 413,
  /** The content is of another type than the name says. */
  content: 415,
  /** The scanner has found something in it. */
  malicious: 422,
  /** The account has more bytes of uploads without a record than it may. */
  tooManyBytes: 429,
  /** The key of an upload is unknown, used or expired, or its account may no longer upload: the same answer for all of these. */
  uploadKey: 403,
  /** The named file was not uploaded by this account for this purpose. */
  notUploaded: 422
})

export function throwTooLarge(maxBytes: number, field?: string): never {
  const params = { max: Math.floor(maxBytes / 1_048_576) }
  return field === undefined ? throwFileError('size', { params }) : throwFileError.at(field, 'size', params)
}
