import { defineErrors } from '../../src/kernel/http/errors.ts'

export const throwViewError = defineErrors('views', {
  /** The person has a view of this name for the page. */
  nameTaken: 409,
  /** The person has as many views as are kept. */
  tooMany: 409,
  /** As many views are shared as are kept. */
  tooManyShared: 409
})
