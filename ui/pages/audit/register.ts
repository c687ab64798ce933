import { registerPart } from '../../parts/registry.ts'

registerPart('audit.changes', () => import('./AuditChanges.tsx'))
