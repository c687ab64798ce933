import { defineModule } from '../../src/kernel/module.ts'
import { driverCommands, drivers, driversPage } from './drivers.ts'
import { removeItemFromVehicle, removeItemFromVehicles } from './item-removal.ts'
import { operatorCommands, operators, operatorsPage } from './operators.ts'
import { beforeDriverRemoval, beforeOperatorRemoval, beforeVehicleRemoval } from './points.ts'
import './security-events.ts'
import { vehicleCommands, vehicleOptions, vehicles, vehiclesPage } from './vehicles.ts'

/** Drivers, vehicles with the items that they carry, and the recycle operators that receive the tyres. */
export const fleet = defineModule({
  name: 'fleet',
  messages: new URL('./messages/', import.meta.url),
  resources: [vehicles, drivers, operators],
  commands: [...vehicleCommands, ...driverCommands, ...operatorCommands],
  pages: [vehiclesPage, driversPage, operatorsPage],
  routes: [vehicleOptions],
  systemCommands: [removeItemFromVehicle],
  extends: [removeItemFromVehicles],
  extensionPoints: [beforeDriverRemoval, beforeVehicleRemoval, beforeOperatorRemoval]
})
