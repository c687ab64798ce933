/** Who may call what of warehouse: one entry a route (see test/security/routes.test.ts). */
import { type Entries, read, readOne, seers } from '../security/fixtures/entry.ts'

export const entries: Entries = {
  'GET /api/Admin/Stores/internal': read(seers, '/api/Admin/Stores/internal'),
  'GET /api/Admin/Stores/internal/:id/borderPoints': readOne(
    seers,
    id => `/api/Admin/Stores/internal/${id}/borderPoints`,
    world => world.storeId
  )
}
