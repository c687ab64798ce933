import { registerPart } from '../../parts/registry.ts'

registerPart('orders.print', () => import('./PrintView.tsx'))
