import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwIotError = defineErrors('iot', {
  /** The body names a container that does not exist. */
  noContainer: 422,
  tooManyPhotos: 409,
  /** Another container has the number. */
  numberTaken: 422,
  /** Another container has the sensor. */
  imeiTaken: 422,
  /** No change of the battery was recorded today, so that none can be undone. */
  batteryChangeOver: 409,
  /** The service round has ended: another one was begun, perhaps on another device. */
  roundEnded: 409,
  /** The time of the rejected reading has not come yet. */
  stillFuture: 409
})

mapConstraints({ containers_assigned_store: 'warehouse.noStore' })
