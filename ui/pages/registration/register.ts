import { registerControl, registerPart } from '../../parts/registry.ts'

registerPart('registration', () => import('./RegistrationView.tsx'))
registerControl('terms', () => import('./Terms.tsx'))
