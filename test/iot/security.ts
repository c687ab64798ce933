/** Who may call what of iot: one entry a route (see test/security/routes.test.ts). */
import { randomUUID } from 'node:crypto'
import { absentIds, admin, type Entries, none, read, readOne, seers, withBody } from '../security/fixtures/entry.ts'

let made = 0
const next = (): number => {
  made += 1
  return made
}

/** A store that none else has by its name. */
const aStore = () => ({
  name: `Magazyn ${randomUUID()}`,
  borderPoints: [
    { latitude: 52.234, longitude: 19.358 },
    { latitude: 52.234, longitude: 19.36 },
    { latitude: 52.236, longitude: 19.36 }
  ]
})

export const entries: Entries = {
  'GET /IoT/containers': read(seers, '/IoT/containers'),
  'POST /IoT/containers': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: '/IoT/containers', body: { imei: String(350_000_000_700_000 + next()) } })
  },
  'GET /IoT/containers-list': read(seers, '/IoT/containers-list?limit=1000'),
  'GET /IoT/container/:id': readOne(
    seers,
    id => `/IoT/container/${id}`,
    world => world.containerId
  ),
  'GET /IoT/container/:id/history': readOne(
    seers,
    id => `/IoT/container/${id}/history`,
    world => world.containerId
  ),
  'GET /IoT/container/:id/battery': readOne(
    seers,
    id => `/IoT/container/${id}/battery`,
    world => world.containerId
  ),
  'GET /IoT/container/:id/changes': readOne(
    seers,
    id => `/IoT/container/${id}/changes`,
    world => world.containerId
  ),
  'PUT /IoT/container/:id': {
    may: seers,
    own: world => ({ method: 'PUT', url: `/IoT/container/${world.containerId}`, body: { description: 'Pełny' } }),
    ...withBody('PUT', id => `/IoT/container/${id}`, { description: 'Pusty' })
  },
  'POST /IoT/container/:id/sensor': {
    may: seers,
    own: world => ({ method: 'POST', url: `/IoT/container/${world.containerId}/sensor` }),
    ...withBody('POST', id => `/IoT/container/${id}/sensor`)
  },
  'DELETE /IoT/container/:id/sensor': {
    may: seers,
    own: async world => ({ method: 'DELETE', url: `/IoT/container/${await world.container()}/sensor` }),
    ...withBody('DELETE', id => `/IoT/container/${id}/sensor`)
  },
  'GET /IoT/photos': read(seers, '/IoT/photos'),
  'GET /IoT/photos/:id': {
    may: seers,
    own: async world => ({ url: `/IoT/photos/${await world.photo()}` }),
    absent: () => absentIds.map(id => ({ url: `/IoT/photos/${id}` }))
  },
  // Its file was not uploaded by this account: test/iot/photos.test.ts uploads one.
  'POST /IoT/photos': {
    may: seers,
    own: world => ({
      method: 'POST',
      url: '/IoT/photos',
      body: {
        containerId: world.containerId,
        blobFileNames: ['photos/2026-05/0b6cfd9e-7d35-4a3c-9d53-2f4a0d5a7f11.jpg']
      }
    }),
    status: 422
  },
  'DELETE /IoT/photos/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `/IoT/photos/${await world.photo()}` }),
    ...withBody('DELETE', id => `/IoT/photos/${id}`)
  },
  'GET /IoT/service-round': {
    may: seers,
    own: world => ({ url: `/IoT/service-round?ids=${world.containerId}` }),
    absent: () => [{ url: `/IoT/service-round?ids=${none}` }]
  },
  'GET /IoT/custody': read(admin, '/IoT/custody'),
  // A container that contradicts nothing is not there: test/iot/custody.test.ts makes one that does.
  'GET /IoT/custody/:id': {
    may: admin,
    own: world => ({ url: `/IoT/custody/${world.containerId}` }),
    status: 404,
    absent: () => absentIds.map(id => ({ url: `/IoT/custody/${id}` }))
  },
  'GET /IoT/custody/:id/document': {
    may: admin,
    own: world => ({ url: `/IoT/custody/${world.containerId}/document` }),
    status: 404,
    absent: () => absentIds.map(id => ({ url: `/IoT/custody/${id}/document` }))
  },
  'GET /api/Admin/Stores/reception-places': read(admin, '/api/Admin/Stores/reception-places'),
  'GET /api/Admin/Stores/reception-places/:id': readOne(
    admin,
    id => `/api/Admin/Stores/reception-places/${id}`,
    world => world.own.placeId
  ),
  'GET /api/Admin/Stores/reception-places/:id/distances': readOne(
    seers,
    id => `/api/Admin/Stores/reception-places/${id}/distances`,
    world => world.own.placeId
  ),
  'GET /api/Admin/reception-places/:id/localizations': readOne(
    seers,
    id => `/api/Admin/reception-places/${id}/localizations`,
    world => world.own.placeId
  ),
  'POST /api/Admin/Stores/internal': {
    may: admin,
    own: () => ({ method: 'POST', url: '/api/Admin/Stores/internal', body: aStore() }),
    status: 201
  },
  'PUT /api/Admin/Stores/internal/:id': {
    may: admin,
    own: world => ({ method: 'PUT', url: `/api/Admin/Stores/internal/${world.storeId}`, body: aStore() }),
    ...withBody('PUT', id => `/api/Admin/Stores/internal/${id}`, aStore())
  },
  'PUT /api/Admin/Stores/internal/:id/close': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `/api/Admin/Stores/internal/${await world.store()}/close` }),
    ...withBody('PUT', id => `/api/Admin/Stores/internal/${id}/close`)
  },
  // an open store has nothing to reopen
  'PUT /api/Admin/Stores/internal/:id/reopen': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `/api/Admin/Stores/internal/${await world.store()}/reopen` }),
    status: 409,
    ...withBody('PUT', id => `/api/Admin/Stores/internal/${id}/reopen`)
  },
  'DELETE /api/Admin/Stores/internal/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `/api/Admin/Stores/internal/${await world.store()}` }),
    ...withBody('DELETE', id => `/api/Admin/Stores/internal/${id}`)
  },
  'GET /IoT/fence-events': read(seers, '/IoT/fence-events?limit=1000'),
  'GET /IoT/rejected-readings': read(seers, '/IoT/rejected-readings'),
  'GET /IoT/rejected-readings/:id': {
    may: seers,
    own: async world => ({ url: `/IoT/rejected-readings/${await world.rejectedReading()}` }),
    absent: () => absentIds.map(id => ({ url: `/IoT/rejected-readings/${id}` }))
  },
  'POST /IoT/rejected-readings/:id/replay': {
    may: seers,
    own: async world => ({ method: 'POST', url: `/IoT/rejected-readings/${await world.rejectedReading()}/replay` }),
    ...withBody('POST', id => `/IoT/rejected-readings/${id}/replay`)
  },
  'GET /api/Admin/GpsDevice/:id/internal-store/history': readOne(
    seers,
    id => `/api/Admin/GpsDevice/${id}/internal-store/history`,
    world => world.containerId
  ),
  'GET /api/Admin/GpsDevice/statuses': read(seers, '/api/Admin/GpsDevice/statuses')
}
