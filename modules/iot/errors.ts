import { defineErrors } from '../../src/kernel/http/errors.ts'

export const throwIotError = defineErrors('iot', {
  /** What a body names is no container. */
  noContainer: 422,
  tooManyPhotos: 409
})
