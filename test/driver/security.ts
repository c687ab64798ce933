/** Who may call what of the driver's app: one entry a route (see test/security/routes.test.ts). */
import { randomUUID } from 'node:crypto'
import { everyone } from '../security/fixtures/callers.ts'
import {
  absentIds,
  admin,
  clients,
  creation,
  type Entries,
  ofOrder,
  open,
  read,
  resourceEntries,
  thingEntries
} from '../security/fixtures/entry.ts'

const devices = '/api/Admin/DriverDevices'
const events = '/api/Admin/DriverEvents'
const drivers = ['DRIVER'] as const
const at = '2026-06-01T08:00:00Z'

export const entries: Entries = {
  ...resourceEntries(admin, devices, { id: world => world.driverDevice(), remove: true }),
  [`POST ${devices}`]: {
    ...creation(admin, devices, () => ({})),
    own: async world => ({ method: 'POST', url: devices, body: { driverId: await world.driver(), send: false } })
  },
  // a code that is none: the answer is the same for all
  'POST /api/Driver/devices': {
    may: everyone,
    status: 422,
    own: () => ({ method: 'POST', url: '/api/Driver/devices', body: { code: 'x', name: 'Nokia' } })
  },
  'POST /api/Driver/devices/own': creation(drivers, '/api/Driver/devices/own', () => ({ name: 'Nokia' })),
  'GET /api/Driver/day': read(drivers, '/api/Driver/day?date=2026-06-01'),
  // an order that is another driver's, or none, is refused in the answer
  'POST /api/Driver/events': {
    may: drivers,
    own: world => ({
      method: 'POST',
      url: '/api/Driver/events',
      body: {
        events: [
          { id: randomUUID(), orderId: world.other.orderId, type: 'arrived', at, sentAt: at, data: {} },
          { id: randomUUID(), orderId: world.own.orderId, type: 'arrived', at, sentAt: at, data: {} }
        ]
      }
    })
  },
  // without a type of content
  'PUT /api/Driver/photos/:id': {
    may: drivers,
    status: 415,
    own: () => ({ method: 'PUT', url: `/api/Driver/photos/${randomUUID()}` }),
    absent: () => absentIds.map(id => ({ method: 'PUT', url: `/api/Driver/photos/${id}` }))
  },
  ...resourceEntries(admin, events, { id: world => world.driverEvent() }),
  ...thingEntries(admin, world => world.driverEvent(), {
    [`GET ${events}/:id/picture`]: null,
    [`PUT ${events}/:id/accept`]: null,
    [`PUT ${events}/:id/reject`]: null
  }),
  'GET /api/Admin/Orders/:id/own-steps': { ...ofOrder(id => `/api/Admin/Orders/${id}/own-steps`), may: clients },
  'GET /api/Admin/Orders/:id/own-pictures/:picture': {
    may: clients,
    own: async world => ({ url: `/api/Admin/Orders/${world.own.orderId}/own-pictures/${await world.drawing()}` }),
    another: (world, who) =>
      world.strange(who).map(({ orderId }) => ({ url: `/api/Admin/Orders/${orderId}/own-pictures/${randomUUID()}` })),
    absent: () => [
      ...absentIds.map(id => ({ url: `/api/Admin/Orders/${id}/own-pictures/${randomUUID()}` })),
      { url: `/api/Admin/Orders/1/own-pictures/x` }
    ]
  },
  'GET /t/:code/stop': {
    ...open('/t/no-such-code/stop', 404),
    absent: () => [{ url: '/t/1/stop' }, { url: `/t/${'A'.repeat(22)}/stop` }]
  },
  'POST /t/:code/stop': {
    ...open('/t/no-such-code/stop', 404),
    own: () => ({ method: 'POST', url: '/t/no-such-code/stop' }),
    absent: () => [{ method: 'POST', url: `/t/${'A'.repeat(22)}/stop` }]
  },
  'GET /t/:code': {
    ...open('/t/no-such-code', 404),
    absent: () => [{ url: '/t/1' }, { url: `/t/${'A'.repeat(22)}` }, { url: `/t/${'A'.repeat(22)}?language=de` }]
  },
  ...thingEntries(admin, world => world.own.orderId, { 'GET /api/Admin/Orders/:id/arrival': null }),
  ...thingEntries(admin, world => world.own.orderId, { 'GET /api/Admin/Orders/:id/driver-events': null })
}
