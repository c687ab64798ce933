import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwIotError = defineErrors('iot', {
  /** The body names a container that does not exist. */
  noContainer: 422,
  tooManyPhotos: 409,
  /** Another container has the number. */
  numberTaken: 422,
  /** Another container has the sensor. */
  imeiTaken: 422
})

mapConstraints({ containers_assigned_store: 'warehouse.noStore' })
