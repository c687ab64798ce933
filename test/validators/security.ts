/** Who may call what of validators: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, type Entries, type Entry, none, read, withBody } from '../security/fixtures/entry.ts'

const path = '/api/Admin/Validators'
const comment = { comment: 'Uzgodnione z klientem' }

const ofFinding = (url: (id: number | string) => string): Entry => ({
  may: admin,
  own: async world => ({ url: url(await world.finding()) }),
  absent: () => absentIds.map(id => ({ url: url(id) }))
})

const papers = '/api/Admin/Reconciliations'
const ofPapers = (url: (id: number | string) => string): Entry => ({
  may: admin,
  own: async world => ({ url: url(await world.order(3)) }),
  absent: () => absentIds.map(id => ({ url: url(id) }))
})

export const entries: Entries = {
  'GET /api/Admin/Validators': read(admin, `${path}?ValidatorType=1&page=1&limit=1000`),
  'GET /api/Admin/Validators/:id': ofFinding(id => `${path}/${id}`),
  'GET /api/Admin/Validators/:id/history': ofFinding(id => `${path}/${id}/history`),
  'POST /api/Admin/Validators/:id/approve': {
    may: admin,
    own: async world => ({ method: 'POST', url: `${path}/${await world.finding()}/approve`, body: comment }),
    ...withBody('POST', id => `${path}/${id}/approve`, comment)
  },
  'GET /api/Admin/Validators/types': read(admin, `${path}/types`),
  'POST /api/Admin/Validators/run': {
    may: admin,
    own: () => ({ method: 'POST', url: `${path}/run`, body: { validatorTypes: [3] } }),
    status: 202
  },
  'GET /api/Admin/Validators/runs': read(admin, `${path}/runs`),
  'GET /api/Admin/Validators/runs/:id': {
    may: admin,
    own: async world => ({ url: `${path}/runs/${await world.validatorRun()}` }),
    absent: () => absentIds.map(id => ({ url: `${path}/runs/${id}` }))
  },
  'GET /api/Admin/Reconciliations': read(admin, `${papers}?State=1&limit=1000`),
  'GET /api/Admin/Reconciliations/:id': ofPapers(id => `${papers}/${id}`),
  'GET /api/Admin/Reconciliations/:id/history': ofPapers(id => `${papers}/${id}/history`),
  'PUT /api/Admin/Reconciliations/explain': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${papers}/explain`,
      body: { orderIds: [await world.order(3)], ...comment }
    }),
    absent: () => [{ method: 'PUT', url: `${papers}/explain`, body: { orderIds: [none], ...comment } }]
  },
  'PUT /api/Admin/Reconciliations/:id/reopen': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${papers}/${await world.explainedOrder()}/reopen` }),
    ...withBody('PUT', id => `${papers}/${id}/reopen`)
  }
}
