import { registerControl } from '../../parts/registry.ts'

registerControl('planning.driver', () => import('./DriverPicker.tsx'))
registerControl('planning.vehicle', () => import('./VehiclePicker.tsx'))
