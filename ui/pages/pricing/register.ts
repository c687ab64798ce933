import { registerControl } from '../../parts/registry.ts'

registerControl('pricing.trace', () => import('./Trace.tsx'))
