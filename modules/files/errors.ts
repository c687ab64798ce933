import { defineErrors } from '../../src/kernel/http/errors.ts'

export const throwFileError = defineErrors('files', {
  /** A folder that there is not, or a call for one that needs to say whose. */
  folder: 400,
  fileName: 400,
  /** An ending that the folder does not take. */
  type: 415,
  /** Larger than the setting allows. */
  size: 413,
  /** The bytes are something else than the name says. */
  content: 415,
  /** The key of an upload is unknown, used, too old, or its account may not upload any more. One answer for all. */
  uploadKey: 403,
  /** What a record names was not uploaded for it by this account. */
  notUploaded: 422
})

export function throwTooLarge(maxBytes: number, field?: string): never {
  const params = { max: Math.floor(maxBytes / 1_048_576) }
  return field === undefined ? throwFileError('size', { params }) : throwFileError.at(field, 'size', params)
}
