import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwReportError = defineErrors('reports', {
  /** The person already has a saved set with this name for the report. */
  setExists: 409,
  /** The file is not ready, or was deleted. */
  fileNotReady: 409
})
