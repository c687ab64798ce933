/** Who may call what of validators: one entry a route (see test/security/routes.test.ts). */
import { admin, type Entries, none, read, resourceEntries, thingEntries } from '../security/fixtures/entry.ts'

const path = '/api/Admin/Validators'
const comment = { comment: 'Uzgodnione z klientem' }

const papers = '/api/Admin/Reconciliations'

export const entries: Entries = {
  ...resourceEntries(admin, path, { id: world => world.finding(), list: '?ValidatorType=1&page=1&limit=1000' }),
  ...thingEntries(admin, world => world.finding(), { 'POST /api/Admin/Validators/:id/approve': () => comment }),
  'GET /api/Admin/Validators/types': read(admin, `${path}/types`),
  'POST /api/Admin/Validators/run': {
    may: admin,
    own: () => ({ method: 'POST', url: `${path}/run`, body: { validatorTypes: [3] } }),
    status: 202
  },
  'GET /api/Admin/Validators/runs': read(admin, `${path}/runs`),
  ...thingEntries(admin, world => world.validatorRun(), { 'GET /api/Admin/Validators/runs/:id': null }),
  ...resourceEntries(admin, papers, { id: world => world.order(3), list: '?State=1&limit=1000' }),
  'PUT /api/Admin/Reconciliations/explain': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${papers}/explain`,
      body: { orderIds: [await world.order(3)], ...comment }
    }),
    absent: () => [{ method: 'PUT', url: `${papers}/explain`, body: { orderIds: [none], ...comment } }]
  },
  ...thingEntries(admin, world => world.explainedOrder(), { 'PUT /api/Admin/Reconciliations/:id/reopen': null })
}
