/** Who may call what of companies: one entry a route (see test/security/routes.test.ts). */
import {
  absentIds,
  admin,
  byPlace,
  clients,
  type Entries,
  type Entry,
  everyone,
  none,
  ofCompany,
  orderers,
  read,
  seers
} from '../security/fixtures/entry.ts'
import type { Asked, World } from '../security/fixtures/world.ts'

const companies = '/api/Admin/Companies'
const states = {
  unverified: { verified: false, active: false },
  inactive: { verified: true, active: false },
  active: { verified: true, active: true }
} as const

/** A change of companies that the body names by their ids. */
const ofCompanies = (path: string, state: keyof typeof states, more: object = {}): Entry => ({
  may: admin,
  own: async world => ({
    method: 'PUT',
    url: `${companies}/${path}`,
    body: { companiesIds: [await world.newCompany(states[state])], ...more }
  }),
  absent: () => [{ method: 'PUT', url: `${companies}/${path}`, body: { companiesIds: [none], ...more } }]
})

/** A call for one company by the staff, who see them all. */
const ofOne = (method: NonNullable<Asked['method']>, rest = '', body?: object): Entry => ({
  may: admin,
  own: async world => ({ method, url: `${companies}/${await world.newCompany(states.active)}${rest}`, body }),
  absent: () => absentIds.map((id): Asked => ({ method, url: `${companies}/${id}${rest}`, body }))
})

const users = '/api/Admin/Users'
const managers = ['ADMIN', 'CLIENT_ADMIN'] as const

/** A call for one user of the own company, in the state that the call is for, made anew for each caller. */
const ofUser = (
  method: NonNullable<Asked['method']>,
  url: (id: number | string) => string,
  state: Parameters<World['user']>[0] = 'active'
): Entry => ({
  may: managers,
  own: async world => ({ method, url: url((await world.user(state)).id) }),
  another: world => [{ method, url: url(world.other.accountId) }],
  absent: () => absentIds.map((id): Asked => ({ method, url: url(id) }))
})

let invited = 0
const invitation = (companyId: number, departmentId?: number): Asked => {
  invited += 1
  const person = { email: `guest${invited}@example.com`, firstName: 'Jan', lastName: 'Lis' }
  return { method: 'POST', url: '/api/InvitedUsers', body: { ...person, companyId, departmentId } }
}
const resending = (email: string): Asked => ({ method: 'POST', url: '/api/InvitedUsers/resending', body: { email } })

export const entries: Entries = {
  'GET /api/Admin/Users': read(managers, `${users}?limit=1000`),
  'GET /api/Admin/Users/joined': read(admin, `${users}/joined?limit=1000`),
  'GET /api/Admin/Users/unactivated': read(admin, `${users}/unactivated`),
  'GET /api/Admin/Users/:id': ofUser('GET', id => `${users}/${id}`),
  'GET /api/Admin/Users/:id/history': ofUser('GET', id => `${users}/${id}/history`),
  'PUT /api/Admin/Users/:id/activate': ofUser('PUT', id => `${users}/${id}/activate`, 'inactive'),
  'PUT /api/Admin/Users/:id/deactivate': ofUser('PUT', id => `${users}/${id}/deactivate`),
  'DELETE /api/Admin/Users/:id': ofUser('DELETE', id => `${users}/${id}`),
  'DELETE /api/InvitedUsers/:id': ofUser('DELETE', id => `/api/InvitedUsers/${id}`, 'invited'),
  'POST /api/InvitedUsers/resending': {
    may: managers,
    own: async world => resending((await world.user('invited')).email),
    another: world => [resending(world.other.email)],
    absent: () => [resending('nobody.of.this@example.com')]
  },
  'POST /api/InvitedUsers': {
    may: managers,
    status: 201,
    own: world => invitation(world.own.company.id, world.own.company.departmentId),
    another: world => [invitation(world.other.company.id, world.other.company.departmentId)],
    absent: () => [invitation(none, 1)]
  },
  'GET /api/Admin/Companies/:id/users': {
    ...ofCompany(id => `/api/Admin/Companies/${id}/users?IncludeInvitedUsers=true`),
    may: managers
  },
  'PUT /api/Admin/Companies/verify': ofCompanies('verify', 'unverified', { orderTypeId: 1 }),
  'PUT /api/Admin/Companies/order-type': ofCompanies('order-type', 'active', { orderTypeId: 2 }),
  'PUT /api/Admin/Companies/activate': ofCompanies('activate', 'inactive'),
  'PUT /api/Admin/Companies/deactivate': ofCompanies('deactivate', 'active', { deactivateReason: 'Brak płatności' }),
  'GET /api/Admin/Companies/:id': ofOne('GET'),
  'GET /api/Admin/Companies/:id/history': ofOne('GET', '/history'),
  'PATCH /api/Admin/Companies/:id/update': ofOne('PATCH', '/update', { shortName: 'Koła' }),
  'DELETE /api/Admin/Companies/:id': ofOne('DELETE'),
  'GET /api/Admin/Companies/active/report': read(admin, `${companies}/active/report`),
  'GET /api/Admin/Companies/unactive/report': read(admin, `${companies}/unactive/report`),
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
