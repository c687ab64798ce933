import { defineErrors } from '../../src/kernel/http/errors.ts'

export const throwReportError = defineErrors('reports', {
  /** The person has a set of this name for the report. */
  setExists: 409,
  /** The file is not ready, or is gone. */
  fileNotReady: 409
})
