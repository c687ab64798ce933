import { registerControl } from '../../parts/registry.ts'

registerControl('companies.position', () => import('./PositionControl.tsx'))
