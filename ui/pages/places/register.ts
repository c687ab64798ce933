import { registerControl, registerValue } from '../../parts/registry.ts'

registerControl('companies.position', () => import('./PositionControl.tsx'))
registerValue('companies.receiving', () => import('./ReceivingValue.tsx'))
