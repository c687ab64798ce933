import { registerControl } from '../../parts/registry.ts'

registerControl('validators.progress', () => import('./Progress.tsx'))
