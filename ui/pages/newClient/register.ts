import { registerControl } from '../../parts/registry.ts'

registerControl('companies.registerLookUp', () => import('./LookUp.tsx'))
