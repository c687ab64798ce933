/** Who may call what of reports: one entry a route (see test/security/routes.test.ts). */
import { absentIds, admin, type Entries, type Entry, read, withBody } from '../security/fixtures/entry.ts'

const reports = '/api/Admin/Reports'
const question = { query: '@DateFrom=2026-11-01&@DateTo=2026-11-20' }

/** A read of one report: reports are nobody's. */
const ofReport = (more: string): Entry => ({
  ...read(admin, `${reports}/1${more}`),
  absent: () => [...absentIds, '99'].map(id => ({ url: `${reports}/${id}${more}` }))
})

export const entries: Entries = {
  'GET /api/Dashboard/orders/statistics': read(admin, '/api/Dashboard/orders/statistics'),
  'GET /api/Dashboard/companies/statistics': read(admin, '/api/Dashboard/companies/statistics'),
  'GET /api/Dashboard/reception-places/statistics': read(admin, '/api/Dashboard/reception-places/statistics'),
  'GET /api/Dashboard/orders/charts/values-per-date': read(admin, '/api/Dashboard/orders/charts/values-per-date'),
  'GET /api/Dashboard/orders/charts/count-per-date': read(admin, '/api/Dashboard/orders/charts/count-per-date'),
  'GET /api/Dashboard/overview': read(admin, '/api/Dashboard/overview'),
  'GET /api/Admin/Reports': read(admin, reports),
  'GET /api/Admin/Reports/:id': ofReport(''),
  'GET /api/Admin/Reports/:id/columns': ofReport('/columns'),
  'GET /api/Admin/Reports/:id/form': ofReport('/form'),
  'GET /api/Admin/Reports/:id/info': ofReport('/info'),
  'GET /api/Admin/Reports/:id/preview': ofReport('/preview'),
  'GET /api/Admin/Reports/:id/size': ofReport('/size'),
  'GET /api/Admin/Reports/files': read(admin, `${reports}/files`),
  'GET /api/Admin/Reports/files/:id': {
    may: admin,
    // the file of the world has failed
    status: 409,
    own: async world => ({ url: `${reports}/files/${await world.reportFile()}` }),
    absent: () => absentIds.map(id => ({ url: `${reports}/files/${id}` }))
  },
  'DELETE /api/Admin/Reports/files/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `${reports}/files/${await world.reportFile()}` }),
    ...withBody('DELETE', id => `${reports}/files/${id}`)
  },
  'POST /api/Admin/Reports/:id/files': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: `${reports}/1/files`, body: question }),
    ...withBody('POST', id => `${reports}/${id}/files`, question)
  },
  'GET /api/Admin/Reports/sets': read(admin, `${reports}/sets`),
  'POST /api/Admin/Reports/:id/sets': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: `${reports}/1/sets`, body: { ...question, name: 'Listopad' } }),
    ...withBody('POST', id => `${reports}/${id}/sets`, { ...question, name: 'Listopad' })
  },
  'PUT /api/Admin/Reports/sets/:id': {
    may: admin,
    own: async world => {
      const id = await world.savedSet()
      return { method: 'PUT', url: `${reports}/sets/${id}`, body: { name: `Zestaw numer ${id}` } }
    },
    ...withBody('PUT', id => `${reports}/sets/${id}`, { name: 'Zestaw' })
  },
  'DELETE /api/Admin/Reports/sets/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `${reports}/sets/${await world.savedSet()}` }),
    ...withBody('DELETE', id => `${reports}/sets/${id}`)
  }
}
