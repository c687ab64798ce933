import { registerControl } from '../../parts/registry.ts'

registerControl('fleet.items', () => import('./ItemsControl.tsx'))
