import { defineErrors } from '../../src/kernel/http/errors.ts'

export const throwIotError = defineErrors('iot', {
  /** The body names a container that does not exist. */
  noContainer: 422,
  tooManyPhotos: 409
})
