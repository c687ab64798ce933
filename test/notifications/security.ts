/** Who may call what of notifications: one entry a route (see test/security/routes.test.ts). */

import { notifyUrl } from '../../modules/notifications/report.ts'
import { everyone } from '../security/fixtures/callers.ts'
import { admin, clients, type Entries, none, orderers, read, thingEntries } from '../security/fixtures/entry.ts'

const _orders = '/api/Admin/Orders'
const notify = '/api/Admin/Orders/notify-driver'
const reports = '/api/Notifications/reports'
/** As test/helper/app.ts sets it. */
const tokenSecret = 'a secret that is long enough for every test'
const report = `${new URL(notifyUrl({ tokenSecret, portalUrl: 'https://opony.example.com' }) ?? '').pathname}?MsgId=1&status=404`

export const entries: Entries = {
  'GET /api/Notifications': read(admin, '/api/Notifications'),
  'GET /api/Notifications/preferences': read(orderers, '/api/Notifications/preferences'),
  'PUT /api/Notifications/preferences': {
    may: orderers,
    own: (_world, who) => ({
      method: 'PUT',
      url: '/api/Notifications/preferences',
      body: { type: who === 'ADMIN' ? 0 : 22, channel: 1, isOn: true }
    })
  },
  'GET /api/Notifications/own': read(clients, '/api/Notifications/own'),
  'PUT /api/Notifications/own/read': {
    may: clients,
    own: () => ({ method: 'PUT', url: '/api/Notifications/own/read', body: { upTo: 1 } })
  },
  'GET /api/Notifications/failed': read(admin, '/api/Notifications/failed'),
  ...thingEntries(admin, world => world.failedMessage(), {
    'GET /api/Notifications/failed/:id': null,
    'POST /api/Notifications/failed/:id/resend': () => ({}),
    'POST /api/Notifications/failed/:id/settle': () => ({})
  }),
  'GET /api/Notifications/sent': {
    ...read(admin, '/api/Notifications/sent?OrderBy=SentDate&Desc=true'),
    own: (world, who) => ({ url: `/api/Notifications/sent?userId=${world.accountId(who)}` })
  },
  /** Nobody signs in to report: the key in the address is the proof. */
  'GET /api/Notifications/reports/:key': {
    may: everyone,
    own: () => ({ url: report }),
    absent: () =>
      ['0', 'x', report.slice(report.lastIndexOf('/') + 1).replace(/^./, '_')].map(key => ({
        url: key.includes('?') ? `${reports}/${key}` : `${reports}/${key}?MsgId=1&status=404`
      }))
  },
  'POST /api/Admin/Orders/notify-driver': {
    may: admin,
    /** An order in progress that nobody drives: the rule is reached, and refuses. */
    status: 422,
    own: async world => ({ method: 'POST', url: notify, body: { orders: [await world.order(2)], channel: 0 } }),
    absent: () => [{ method: 'POST', url: notify, body: { orders: [none], channel: 0 } }]
  }
}
