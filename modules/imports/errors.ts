import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwImportError = defineErrors('imports', {
  /** The file was removed from the store. */
  fileGone: 409,
  fileEmpty: 422,
  /** Not what its name says, or damaged. */
  fileUnreadable: 422,
  /** It unpacks to more than is read. */
  fileTooLarge: 422,
  fileColumns: 422,
  fileRows: 422,
  fileFormulas: 422,
  /** No column is known, or one that the kind needs is missing. */
  noColumns: 422,
  /** Two headers are to be the same field. */
  columnTwice: 422,
  /** The headers are not those of the file. */
  otherColumns: 422,
  unknownField: 422,
  /** More than a day has passed. */
  undoLate: 409,
  /** Somebody has changed or used what the import made. */
  undoTouched: 409,
  /** The person who asked is no administrator any more. */
  notAllowed: 403
})
