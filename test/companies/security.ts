/** Who may call what of companies: one entry a route (see test/security/routes.test.ts). */
import {
  admin,
  byPlace,
  clients,
  type Entries,
  everyone,
  none,
  ofCompany,
  orderers,
  read,
  seers
} from '../security/fixtures/entry.ts'

export const entries: Entries = {
  // Tests ask no register by themselves. What a stranger reads of a registered company is said by verify-company.test.ts.
  'POST /api/Companies/VerifyCompany': {
    may: everyone,
    own: () => ({
      method: 'POST',
      url: '/api/Companies/VerifyCompany',
      body: { taxNumber: '5252344078', country: 1 }
    })
  },
  'GET /api/Admin/Companies': read(admin, '/api/Admin/Companies?limit=1000'),
  'GET /api/Companies/MyCompany': read(clients, '/api/Companies/MyCompany'),
  'GET /api/Admin/Companies/:id/reception-places': ofCompany(id => `/api/Admin/Companies/${id}/reception-places`),
  'GET /api/Admin/Companies/:id/departments': ofCompany(id => `/api/Admin/Companies/${id}/departments`),
  'GET /api/Admin/OrderTypes': {
    may: orderers,
    own: world => ({ url: `/api/Admin/OrderTypes?receptionPlaceId=${world.own.placeId}` }),
    ...byPlace(id => `/api/Admin/OrderTypes?receptionPlaceId=${id}`)
  },
  'GET /api/Admin/OrderTypeItems': {
    may: orderers,
    own: world => ({ url: `/api/Admin/OrderTypeItems?companyId=${world.own.company.id}` }),
    another: world => [{ url: `/api/Admin/OrderTypeItems?companyId=${world.other.company.id}` }],
    absent: () => [{ url: `/api/Admin/OrderTypeItems?companyId=${none}` }]
  },
  'GET /api/Admin/reception-places/coordinates': read(seers, '/api/Admin/reception-places/coordinates')
}
