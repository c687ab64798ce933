/** Who may call what of the audit: one entry a route (see test/security/routes.test.ts). */
import { admin, type Entries, read } from '../security/fixtures/entry.ts'

export const entries: Entries = {
  'GET /api/Admin/Audit': read(admin, '/api/Admin/Audit'),
  'GET /api/Admin/Audit/acts': read(admin, '/api/Admin/Audit/acts')
}
