import { defineErrors, mapConstraints } from '../../src/kernel/errors/errors.ts'

export const throwFleetError = defineErrors('fleet', {
  /** Another vehicle has the same plate. Letter case and spaces are ignored. */
  plateTaken: 422,
  /** Both mean that another operator has the name. The specification has different texts for adding and for editing. */
  operatorExists: 422,
  operatorTaken: 422,
  /** The driver, vehicle or operator that a form names does not exist, or no longer exists. */
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
