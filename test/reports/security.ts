/** Who may call what of reports: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, type Entries, type Entry, read } from '../security/fixtures/entry.ts'

const reports = '/api/Admin/Reports'

/** A read of one report: reports are nobody's. */
const ofReport = (more: string): Entry => ({
  ...read(admin, `${reports}/1${more}`),
  absent: () => [...absentIds, '12'].map(id => ({ url: `${reports}/${id}${more}` }))
})

export const entries: Entries = {
  'GET /api/Dashboard/orders/statistics': read(admin, '/api/Dashboard/orders/statistics'),
  'GET /api/Admin/Reports': read(admin, reports),
  'GET /api/Admin/Reports/:id': ofReport(''),
  'GET /api/Admin/Reports/:id/columns': ofReport('/columns'),
  'GET /api/Admin/Reports/:id/form': ofReport('/form'),
  'GET /api/Admin/Reports/:id/info': ofReport('/info'),
  'GET /api/Admin/Reports/:id/preview': ofReport('/preview')
}
