import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwViewError = defineErrors('views', {
  /** The person already has a view of this name for the page. */
  nameTaken: 409,
  /** The person has reached the limit of saved views. */
  tooMany: 409,
  /** The limit of shared views is reached. */
  tooManyShared: 409
})
