/** Who may call what of companies: one entry a route (see test/security/routes.test.ts). */

import { type Asked, everyone } from '../security/fixtures/callers.ts'
import {
  absentIds,
  admin,
  byPlace,
  clients,
  type Entries,
  type Entry,
  none,
  ofCompany,
  open,
  orderers,
  read,
  seers
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'
import { ofUsers } from './security-people.ts'
import { ofDepartments, ofPlaces } from './security-places.ts'

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

const address = { city: 'Chełm', street: 'Lubelska 7', postalCode: '22-100' }
const contact = (who: string) => ({
  email: `${who.toLowerCase()}@reg.example.com`,
  firstName: 'Nowa',
  lastName: 'Osoba',
  phone: '501502503'
})

/** A registration: everybody may, with no account or with any. Nothing of another company's is in the answer. */
const registration = (
  url: (world: World) => string,
  body: (who: string) => object,
  more: Partial<Entry> = {}
): Entry => ({
  may: everyone,
  status: 202,
  own: (world, who) => ({ method: 'POST', url: url(world), body: body(who) }),
  ...more
})

export const entries: Entries = {
  'GET /api/Companies/Terms': open('/api/Companies/Terms'),
  'POST /api/Admin/Companies': registration(
    () => companies,
    who => ({ country: 2, name: `Reifen ${who}`, department: address, contactPerson: contact(`company.${who}`) }),
    { status: 201 }
  ),
  'POST /api/Admin/Companies/person': registration(
    () => `${companies}/person`,
    who => ({ country: 1, department: address, contactPerson: contact(`person.${who}`) })
  ),
  'POST /api/Companies/RegisterDepartment/:id/lang/:lang': registration(
    world => `/api/Companies/RegisterDepartment/${world.own.company.id}/lang/1`,
    who => ({ department: address, contactPerson: contact(`department.${who}`) }),
    {
      absent: who => [
        {
          method: 'POST',
          url: `/api/Companies/RegisterDepartment/${none}/lang/1`,
          body: { department: address, contactPerson: contact(`department.${who}`) }
        }
      ]
    }
  ),
  'POST /api/Companies/RegisterAccount/:id': registration(
    world => `/api/Companies/RegisterAccount/${world.other.company.departmentId}`,
    who => contact(`account.${who}`),
    {
      absent: who => [
        { method: 'POST', url: `/api/Companies/RegisterAccount/${none}`, body: contact(`account.${who}`) }
      ]
    }
  ),
  ...ofUsers,
  'PUT /api/Admin/Companies/admit': ofCompanies('admit', 'unverified', { orderTypeId: 1 }),
  'POST /api/Admin/Companies/client': {
    may: admin,
    status: 201,
    own: () => ({
      method: 'POST',
      url: `${companies}/client`,
      body: { country: 2, name: 'Reifen', ...address, postalCode: '01067', phone: '+4935112345678', orderTypeId: 1 }
    })
  },
  'GET /api/Admin/Companies/look-up': read(admin, `${companies}/look-up?country=1&taxNumber=525`),
  'PUT /api/Admin/Companies/verify': ofCompanies('verify', 'unverified', { orderTypeId: 1 }),
  'PUT /api/Admin/Companies/order-type': ofCompanies('order-type', 'active', { orderTypeId: 2 }),
  'PUT /api/Admin/Companies/order-types': ofCompanies('order-types', 'active', { orderTypeIds: [2] }),
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
