import { registerControl, registerPart } from '../../parts/registry.ts'

registerControl('iot.border', () => import('./BorderControl.tsx'))
registerPart('iot.trail', () => import('./TrailView.tsx'))
