import { registerControl } from '../../parts/registry.ts'

registerControl('planning.vehicle', () => import('./VehiclePicker.tsx'))
