/** Higher modules add their reasons against a removal here, such as orders that still need the driver, vehicle or operator. */
import { defineVeto } from '../../src/kernel/extension-points.ts'
import { throwFleetError } from './errors.ts'

export const beforeDriverRemoval = defineVeto('fleet.driverRemoval')
export const beforeVehicleRemoval = defineVeto('fleet.vehicleRemoval')
export const beforeOperatorRemoval = defineVeto('fleet.operatorRemoval')

/** The error with which higher modules refuse a removal (409). */
export const throwInUse = (what: 'driver' | 'vehicle' | 'operator'): never => throwFleetError(`${what}InUse`)
