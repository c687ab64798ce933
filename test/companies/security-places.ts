/** Who may call what of departments and reception places, for `security.ts`. */

import type { Asked, Who } from '../security/fixtures/callers.ts'
import {
  absentIds,
  admin,
  type Entries,
  type Entry,
  none,
  orderers,
  read,
  withBody
} from '../security/fixtures/entry.ts'

const companies = '/api/Admin/Companies'
const placeKeepers: readonly Who[] = ['ADMIN', 'CLIENT_ADMIN']
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

export const ofDepartments: Entries = {
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

const closing = (id: number | string): Asked => ({
  method: 'PUT',
  url: `/api/Admin/reception-places/${id}/deactivate`,
  body: { reason: 'Zakład przeniesiony' }
})

const restoring = (id: number): Asked => ({ method: 'PUT', url: `/api/Admin/reception-places/${id}/restore` })

const typesOf = (id: number): Asked => ({
  method: 'PUT',
  url: '/api/Admin/reception-places/order-types',
  body: { ids: [id], orderTypeIds: [1, 2, 3] }
})

export const ofPlaces: Entries = {
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
  'PUT /api/Admin/reception-places/:id/deactivate': {
    may: placeKeepers,
    own: async world => closing(await world.verifiedPlace('active')),
    another: world => [closing(world.other.placeId)],
    absent: () => absentIds.map(closing)
  },
  'PUT /api/Admin/reception-places/:id/restore': {
    may: admin,
    own: async world => restoring(await world.verifiedPlace('inactive')),
    ...withBody('PUT', id => `/api/Admin/reception-places/${id}/restore`)
  },
  'PUT /api/Admin/reception-places/order-types': {
    may: admin,
    own: world => typesOf(world.own.placeId),
    absent: () => [typesOf(none)]
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
