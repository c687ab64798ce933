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
  seers,
  withBody
} from '../security/fixtures/entry.ts'
import type { Asked, Who } from '../security/fixtures/world.ts'

const companies = '/api/Admin/Companies'
const placeKeepers: readonly Who[] = ['ADMIN', 'CLIENT_ADMIN']
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

const address = { city: 'Lublin', street: 'Wrotkowska 2', postalCode: '20-468' }
const contact = { phone: '501502503', bdoNumber: '000123456' }
const departments = '/api/Admin/Departments'

/** A read by department: another company's, and for an ordinary client another department's, is not there. */
const readDepartment = (rest = ''): Entry => ({
  may: orderers,
  own: world => ({ url: `${departments}/${world.own.company.departmentId}${rest}` }),
  another: (world, who) => [
    { url: `${departments}/${world.other.company.departmentId}${rest}` },
    ...(who === 'CLIENT' ? [{ url: `${departments}/${world.own.farDepartmentId}${rest}` }] : [])
  ],
  absent: () => absentIds.map(id => ({ url: `${departments}/${id}${rest}` }))
})

const ofDepartments: Entries = {
  'GET /api/Admin/Departments/:id': readDepartment(),
  'GET /api/Admin/Departments/:id/history': readDepartment('/history'),
  'GET /api/Admin/Departments/:id/reception-places': readDepartment('/reception-places'),
  'POST /api/Admin/Companies/:id/add-department': {
    may: admin,
    status: 201,
    own: world => ({ method: 'POST', url: `${companies}/${world.own.company.id}/add-department`, body: address }),
    ...withBody('POST', id => `${companies}/${id}/add-department`, address)
  },
  'PUT /api/Admin/Departments/:id': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${departments}/${(await world.newPlace()).departmentId}`,
      body: address
    }),
    ...withBody('PUT', id => `${departments}/${id}`, address)
  },
  'DELETE /api/Admin/Departments/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `${departments}/${await world.newDepartment()}` }),
    ...withBody('DELETE', id => `${departments}/${id}`)
  }
}

const readPlace = (rest = ''): Entry => ({
  may: orderers,
  own: world => ({ url: `/api/Admin/reception-places/${world.own.placeId}${rest}` }),
  another: (world, who) =>
    world.strange(who).map(({ placeId }) => ({ url: `/api/Admin/reception-places/${placeId}${rest}` })),
  absent: () => absentIds.map(id => ({ url: `/api/Admin/reception-places/${id}${rest}` }))
})

const addTo = (id: number | string): Asked => ({
  method: 'POST',
  url: `${departments}/${id}/add-reception-place`,
  body: { ...address, ...contact }
})

/** What staff send of all of a place; a client its phone. */
const editOf = (who: Who, departmentId: number | string, placeId: number | string): Asked => ({
  method: 'PUT',
  url: `${departments}/${departmentId}/update-reception-place/${placeId}`,
  body: who === 'CLIENT_ADMIN' ? { phone: '501502504' } : { ...address, ...contact }
})

const removalOf = (id: number | string): Asked => ({
  method: 'DELETE',
  url: `${departments}/remove-reception-place/${id}`
})

const ofPlaces: Entries = {
  'GET /api/Admin/reception-places': read(orderers, '/api/Admin/reception-places?limit=1000'),
  'GET /api/Admin/reception-places/unactivated': read(admin, '/api/Admin/reception-places/unactivated?limit=1000'),
  'GET /api/Admin/reception-places/:id': readPlace(),
  'GET /api/Admin/reception-places/:id/history': readPlace('/history'),
  // Who waits may add the first place of the own company: `places-waiting.test.ts`. This company has places.
  'POST /api/Admin/Departments/:departmentId/add-reception-place': {
    may: placeKeepers,
    status: 201,
    own: world => addTo(world.own.company.departmentId),
    another: (world, who) => (who === 'inactive' ? [] : [addTo(world.other.company.departmentId)]),
    absent: who => (who === 'inactive' ? [] : absentIds.map(addTo))
  },
  'PUT /api/Admin/Departments/:departmentId/update-reception-place/:id': {
    may: placeKeepers,
    own: (world, who) => editOf(who, world.own.company.departmentId, world.own.placeId),
    another: (world, who) => [
      editOf(who, world.other.company.departmentId, world.other.placeId),
      editOf(who, world.own.company.departmentId, world.other.placeId),
      editOf(who, world.other.company.departmentId, world.own.placeId)
    ],
    absent: who => absentIds.flatMap(id => [editOf(who, id, none), editOf(who, 1, id)])
  },
  'DELETE /api/Admin/Departments/remove-reception-place/:id': {
    may: placeKeepers,
    own: async world => removalOf((await world.newPlace()).placeId),
    another: world => [removalOf(world.other.placeId)],
    absent: () => absentIds.map(removalOf)
  },
  'PUT /api/Admin/reception-places/:id/activate': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `/api/Admin/reception-places/${(await world.newPlace()).placeId}/activate`,
      body: { orderTypeId: 1 }
    }),
    ...withBody('PUT', id => `/api/Admin/reception-places/${id}/activate`, { orderTypeId: 1 })
  }
}

export const entries: Entries = {
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
  ...ofDepartments,
  ...ofPlaces,
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
