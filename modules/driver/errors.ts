import { defineErrors } from '../../src/kernel/errors/errors.ts'

export const throwDriverError = defineErrors('driver', {
  /** The code of a link is used up, too old, or none: the same answer for all of these. */
  linkUsed: 422,
  /** The driver has no phone to send the link to. */
  noPhone: 422,
  /** Another driver's photo has this id. */
  photoTaken: 409
})
