import { registerPart } from '../../parts/registry.ts'

registerPart('iot.serviceRound', () => import('./ServiceRound.tsx'))
