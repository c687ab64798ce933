import { registerPart } from '../../parts/registry.ts'

registerPart('iot.photos', () => import('./PhotosView.tsx'))
