import { defineModule } from '../../src/kernel/module.ts'
import { driversPage } from './drivers/list.ts'
import { driverRoutes } from './drivers/routes.ts'
import { operatorsPage } from './operators/list.ts'
import { operatorRoutes } from './operators/routes.ts'
import { vehiclesPage } from './vehicles/list.ts'
import { vehicleRoutes } from './vehicles/routes.ts'

/** Drivers, vehicles and what they carry, and the recycle operators that take the tyres. */
export const fleet = defineModule({
  name: 'fleet',
  messages: new URL('./messages/', import.meta.url),
  pages: [vehiclesPage, driversPage, operatorsPage],
  routes: [...driverRoutes, ...vehicleRoutes, ...operatorRoutes]
})
