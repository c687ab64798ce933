import { registerControl } from '../../parts/registry.ts'

registerControl('iot.border', () => import('./BorderControl.tsx'))
