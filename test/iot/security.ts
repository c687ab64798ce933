/** Who may call what of iot: one entry a route (see test/security/routes.test.ts). */
import { randomUUID } from 'node:crypto'
import {
  absentIds,
  admin,
  creation,
  type Entries,
  type Entry,
  none,
  read,
  seers,
  thingEntries,
  withBody
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

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

/** A change of a round: of the caller's own; another's is not there. */
const changeOfRound = (path: string, bodyOf: (world: Partial<World>) => object = () => ({})): Entry => ({
  may: seers,
  own: async (world, who) => ({
    method: 'PUT',
    url: `/IoT/rounds/${await world.round(who)}${path}`,
    body: bodyOf(world)
  }),
  ...withBody('PUT', id => `/IoT/rounds/${id}${path}`, bodyOf({ containerId: 1 }))
})

export const entries: Entries = {
  'GET /IoT/containers': read(seers, '/IoT/containers'),
  'POST /IoT/containers': {
    may: admin,
    status: 201,
    own: () => ({ method: 'POST', url: '/IoT/containers', body: { imei: String(350_000_000_700_000 + next()) } })
  },
  'GET /IoT/containers-list': read(seers, '/IoT/containers-list?limit=1000'),
  ...thingEntries(seers, world => world.containerId, {
    'GET /IoT/container/:id': null,
    'GET /IoT/container/:id/history': null,
    'GET /IoT/container/:id/battery': null,
    'GET /IoT/container/:id/changes': null,
    'PUT /IoT/container/:id': () => ({ description: 'Pełny' }),
    'POST /IoT/container/:id/battery': () => ({ changedDate: '2026-05-04' }),
    'POST /IoT/container/:id/sensor': null,
    'GET /api/Admin/GpsDevice/:id/internal-store/history': null
  }),
  ...thingEntries(seers, world => world.container(), { 'DELETE /IoT/container/:id/sensor': null }),
  // Nobody has changed the battery of a new container: test/iot/battery-change.test.ts does.
  'DELETE /IoT/container/:id/battery': {
    may: seers,
    own: async world => ({ method: 'DELETE', url: `/IoT/container/${await world.container()}/battery` }),
    status: 409,
    ...withBody('DELETE', id => `/IoT/container/${id}/battery`)
  },
  'GET /IoT/photos': read(seers, '/IoT/photos'),
  ...thingEntries(seers, world => world.photo(), {
    'GET /IoT/photos/:id': null,
    'GET /IoT/photos/:id/picture': null
  }),
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
  ...thingEntries(admin, world => world.photo(), { 'DELETE /IoT/photos/:id': null }),
  'GET /IoT/service-round': {
    may: seers,
    own: world => ({ url: `/IoT/service-round?ids=${world.containerId}` }),
    absent: () => [{ url: `/IoT/service-round?ids=${none}` }]
  },
  'GET /IoT/rounds/current': read(seers, '/IoT/rounds/current'),
  'POST /IoT/rounds': {
    may: seers,
    status: 201,
    own: world => ({ method: 'POST', url: '/IoT/rounds', body: { containerIds: [world.containerId] } })
  },
  'PUT /IoT/rounds/:id/stop': changeOfRound('/stop', ({ containerId }) => ({ containerId, state: 1 })),
  'PUT /IoT/rounds/:id/end': changeOfRound('/end'),
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
  ...thingEntries(admin, world => world.own.placeId, { 'GET /api/Admin/Stores/reception-places/:id': null }),
  ...thingEntries(seers, world => world.own.placeId, {
    'GET /api/Admin/Stores/reception-places/:id/distances': null,
    'GET /api/Admin/reception-places/:id/localizations': null
  }),
  'POST /api/Admin/Stores/internal': creation(admin, '/api/Admin/Stores/internal', aStore),
  ...thingEntries(admin, world => world.storeId, { 'PUT /api/Admin/Stores/internal/:id': aStore }),
  ...thingEntries(admin, world => world.store(), {
    'PUT /api/Admin/Stores/internal/:id/close': null,
    'DELETE /api/Admin/Stores/internal/:id': null
  }),
  // an open store has nothing to reopen
  'PUT /api/Admin/Stores/internal/:id/reopen': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `/api/Admin/Stores/internal/${await world.store()}/reopen` }),
    status: 409,
    ...withBody('PUT', id => `/api/Admin/Stores/internal/${id}/reopen`)
  },
  'GET /IoT/fence-events': read(seers, '/IoT/fence-events?limit=1000'),
  'GET /IoT/rejected-readings': read(seers, '/IoT/rejected-readings'),
  ...thingEntries(seers, world => world.rejectedReading(), {
    'GET /IoT/rejected-readings/:id': null,
    'POST /IoT/rejected-readings/:id/replay': null
  }),
  'GET /api/Admin/GpsDevice/statuses': read(seers, '/api/Admin/GpsDevice/statuses')
}
