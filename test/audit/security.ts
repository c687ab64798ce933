/** Who may call what of the audit: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, type Entries, read } from '../security/fixtures/entry.ts'

export const entries: Entries = {
  'GET /api/Admin/Audit': read(admin, '/api/Admin/Audit'),
  'GET /api/Admin/Audit/:id': {
    may: admin,
    own: async world => ({ url: `/api/Admin/Audit/${await world.auditEntry()}` }),
    absent: () => absentIds.map(id => ({ url: `/api/Admin/Audit/${id}` }))
  },
  'GET /api/Admin/Audit/:id/changes': {
    may: admin,
    own: async world => ({ url: `/api/Admin/Audit/${await world.auditEntry()}/changes` }),
    absent: () => absentIds.map(id => ({ url: `/api/Admin/Audit/${id}/changes` }))
  },
  'GET /api/Admin/Audit/acts': read(admin, '/api/Admin/Audit/acts'),
  'GET /api/Admin/SecurityEvents': read(admin, '/api/Admin/SecurityEvents'),
  'GET /api/Admin/SecurityEvents/:id': {
    may: admin,
    own: async world => ({ url: `/api/Admin/SecurityEvents/${await world.securityEvent()}` }),
    absent: () => absentIds.map(id => ({ url: `/api/Admin/SecurityEvents/${id}` }))
  }
}
