/** Who may call what of reports: one entry a route (see test/security/routes.test.ts). */
import { admin, type Entries, read } from '../security/fixtures/entry.ts'

const _orders = '/api/Admin/Orders'
export const entries: Entries = {
  'GET /api/Dashboard/orders/statistics': read(admin, '/api/Dashboard/orders/statistics')
}
