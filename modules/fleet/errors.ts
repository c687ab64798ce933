import { defineErrors, mapConstraints } from '../../src/kernel/http/errors.ts'

export const throwFleetError = defineErrors('fleet', {
  /** Another vehicle has the plate, whatever the letters' case and the spaces. */
  plateTaken: 422,
  /** The same fact twice: the specification words it otherwise for what is added than for what is changed. */
  operatorExists: 422,
  operatorTaken: 422,
  /** What a form names does not exist, or no longer. */
  noDriver: 422,
  noVehicle: 422,
  noOperator: 422,
  driverHasVehicle: 409,
  driverInUse: 409,
  vehicleInUse: 409,
  operatorInUse: 409
})

mapConstraints({
  vehicles_register_number_unique: 'fleet.plateTaken',
  operators_name_unique: 'fleet.operatorTaken'
})
