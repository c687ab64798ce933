import { registerControl, registerPart } from '../../parts/registry.ts'

registerControl('orders.driver', () => import('./DriverPicker.tsx'))
registerControl('planning.vehicle', () => import('./VehiclePicker.tsx'))
registerPart('orders.route', () => import('./RouteView.tsx'))
