/** Who may call what of weights: one entry a route (see test/security/routes.test.ts). */
import {
  admin,
  creation,
  type Entries,
  ofOrder,
  read,
  resourceEntries,
  thingEntries
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

let made = 0
const next = (): number => {
  made += 1
  return made
}

const scale = (world: Partial<World>) => ({ name: `Waga wozowa ${next()}`, storeId: world.storeId ?? 1 })
const ticket = (world: Partial<World>) => ({
  storeId: world.storeId ?? 1,
  vehicleId: world.vehicleId ?? 1,
  gross: 13_000 + next(),
  tare: 8_000
})
const readings = () => ({
  readings: [
    {
      key: `00000000-0000-4000-8000-${String(next()).padStart(12, '0')}`,
      weight: 12_340,
      at: '2026-06-01T10:00:00Z',
      raw: 'S S 12340 kg'
    }
  ]
})

const tickets = '/api/Admin/WeighTickets'

export const entries: Entries = {
  ...resourceEntries(admin, '/api/Admin/Scales', {
    id: world => world.scale(),
    add: scale,
    edit: scale,
    remove: true
  }),
  'GET /api/Admin/ScaleReadings': read(admin, '/api/Admin/ScaleReadings'),
  ...thingEntries(admin, world => world.scaleReading(), {
    'GET /api/Admin/ScaleReadings/:id': null,
    'GET /api/Admin/ScaleReadings/:id/history': null
  }),
  ...thingEntries(admin, world => world.scale(), { 'POST /api/Scales/:id/readings': readings }),
  ...resourceEntries(admin, tickets, { id: world => world.weighTicket(), edit: ticket }),
  'GET /api/Admin/Orders/:id/weigh-tickets': { ...ofOrder(id => `/api/Admin/Orders/${id}/weigh-tickets`), may: admin },
  'GET /api/Admin/Orders/:id/weighing': { ...ofOrder(id => `/api/Admin/Orders/${id}/weighing`), may: admin },
  [`POST ${tickets}`]: creation(admin, tickets, ticket),
  ...thingEntries(admin, world => world.weighTicket(), {
    [`GET ${tickets}/:id/pdf`]: null,
    [`PUT ${tickets}/:id/withdraw`]: () => ({ reason: 'pomyłka' })
  })
}
