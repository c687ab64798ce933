/** Who may call what of integrations: one entry a route (see test/security/routes.test.ts). */
import {
  absentIds,
  admin,
  creation,
  type Entries,
  type Entry,
  open,
  orderers,
  read,
  resourceEntries,
  thingEntries
} from '../security/fixtures/entry.ts'

let made = 0
const next = (): number => {
  made += 1
  return made
}

const key = () => ({ name: `Program ${next()}`, scopes: ['orders:read'] })
const webhook = () => ({ url: `https://93.184.216.${(next() % 250) + 1}/hook`, types: ['order.completed'] })

const calendars = '/api/Calendars'

/** A call for a calendar of the caller. */
const ofCalendar = (method: 'GET' | 'DELETE', path = ''): Entry => ({
  may: orderers,
  own: async (world, who) => ({ method, url: `${calendars}/${await world.calendar(who)}${path}` }),
  absent: () => absentIds.map(id => ({ method, url: `${calendars}/${id}${path}` }))
})

const files = '/api/Admin/AccountingFiles'
const mapping = () => ({
  ...{ register: `SPRZEDAZ ${next()}`, zeroRate: 1, paymentDays: 14 },
  ...{ categoryVehicle: 'A', categoryTonnage: 'B', categoryContainer: 'C' }
})

export const entries: Entries = {
  'GET /api/Admin/Events': read(['ADMIN', 'CLIENT_ADMIN'], '/api/Admin/Events'),
  ...resourceEntries(admin, '/api/Admin/ApiKeys', { id: world => world.apiKey(), remove: true }),
  'POST /api/Admin/ApiKeys': creation(admin, '/api/Admin/ApiKeys', key),
  ...resourceEntries(admin, '/api/Admin/Webhooks', { id: world => world.webhook(), edit: webhook, remove: true }),
  'POST /api/Admin/Webhooks': creation(admin, '/api/Admin/Webhooks', webhook),
  'GET /api/Admin/Webhooks/types': read(admin, '/api/Admin/Webhooks/types'),
  ...thingEntries(admin, world => world.webhook(), {
    'GET /api/Admin/Webhooks/:id/attempts': null,
    'POST /api/Admin/Webhooks/:id/test': null,
    'POST /api/Admin/Webhooks/:id/secret': null,
    'PUT /api/Admin/Webhooks/:id/turn-off': null,
    'POST /api/Admin/Webhooks/:id/replay': () => ({ since: '2026-01-01' })
  }),
  ...thingEntries(admin, world => world.webhook({ isOff: true }), { 'PUT /api/Admin/Webhooks/:id/turn-on': null }),
  'GET /api/Admin/WebhookAttempts': read(admin, '/api/Admin/WebhookAttempts'),
  ...thingEntries(admin, world => world.attempt(), {
    'GET /api/Admin/WebhookAttempts/:id': null,
    'POST /api/Admin/WebhookAttempts/:id/replay': null
  }),
  ...resourceEntries(admin, files, { id: world => world.accountingFile() }),
  [`POST ${files}`]: {
    may: admin,
    status: 201,
    own: async world => {
      const day = await world.bookedDay()
      return { method: 'POST', url: files, body: { dateFrom: day, dateTo: day } }
    }
  },
  ...thingEntries(admin, world => world.accountingFile(), {
    [`GET ${files}/:id/optima`]: null,
    [`GET ${files}/:id/csv`]: null
  }),
  'GET /api/Admin/AccountingDocuments': read(admin, '/api/Admin/AccountingDocuments'),
  ...resourceEntries(admin, '/api/Admin/AccountingMappings', { id: () => 1, edit: mapping }),
  [`GET ${calendars}`]: read(orderers, calendars),
  [`POST ${calendars}`]: {
    may: orderers,
    status: 201,
    own: (world, who) => ({
      method: 'POST',
      url: calendars,
      body: who === 'ADMIN' ? { kind: 1, companyId: world.own.company.id } : {}
    })
  },
  [`GET ${calendars}/:id`]: ofCalendar('GET'),
  [`GET ${calendars}/:id/history`]: ofCalendar('GET', '/history'),
  [`DELETE ${calendars}/:id`]: ofCalendar('DELETE'),
  'GET /ical/:file': { ...open('/ical/none.ics', 404), absent: () => [{ url: '/ical/none' }, { url: '/ical/1.ics' }] }
}
