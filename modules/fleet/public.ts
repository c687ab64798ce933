/**
 * The fleet's API for other modules. The rows of removed vehicles and operators are kept, so that old orders still show their
 * names. So the joins read the tables with removed rows. A caller that assigns a vehicle or an operator to an order first locks it
 * by `lockVehicle` or `lockOperator`, which refuse a removed one.
 */
export { isDriverOff, isVehicleOff } from './days-off.ts'
export { isDriver, lockDriver } from './drivers.ts'
export {
  activeOperators,
  joinVehicle,
  leftJoinOperator,
  leftJoinVehicle,
  operatorIds,
  vehicleCapacity,
  vehicleIds,
  vehicleLabel,
  vehiclePlates
} from './fragments.ts'
export { type VehicleMasses, vehicleMasses } from './masses.ts'
export { driverChoices, lockOperator, lockPlanned, lockVehicle, vehicleChoices, vehiclesToPlan } from './planning.ts'
export { beforeDriverRemoval, beforeOperatorRemoval, beforeVehicleRemoval, throwInUse } from './points.ts'
