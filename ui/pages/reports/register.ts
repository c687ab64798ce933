import { registerPart } from '../../parts/registry.ts'

registerPart('reports.form', () => import('./ReportForm.tsx'))
