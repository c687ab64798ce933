/** What higher modules may have against a removal: orders that still need the thing. */
import { defineVeto } from '../../src/kernel/extension-points.ts'

export const beforeDriverRemoval = defineVeto('fleet.driverRemoval')
export const beforeVehicleRemoval = defineVeto('fleet.vehicleRemoval')
export const beforeOperatorRemoval = defineVeto('fleet.operatorRemoval')
