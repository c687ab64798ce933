import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwValidatorsError = defineErrors('validators', {
  /** Checks of what this installation does not have. */
  notOffered: 422
})
