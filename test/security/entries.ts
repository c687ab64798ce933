/**
 * Who may call what, written by hand beside the code: one entry a route. `routes.test.ts` sends each of them as nobody, as
 * every role and as an account that is not active, for a thing of the caller's own, another company's and one that is not
 * there. A new route needs an entry here, or the build is red.
 */
import { accountingEntries } from './entries/accounting.ts'
import { catalogueEntries } from './entries/catalogue.ts'
import { fleetEntries } from './entries/fleet.ts'
import { lifeEntries } from './entries/life.ts'
import { notificationsEntries } from './entries/notifications.ts'
import { paperEntries } from './entries/paper.ts'
import { planningEntries } from './entries/planning.ts'
import { statisticsEntries } from './entries/statistics.ts'
import {
  absentIds,
  active,
  admin,
  byPlace,
  clients,
  type Entry,
  everyone,
  none,
  ofCompany,
  ofOrder,
  open,
  orderers,
  read,
  readOne,
  seers,
  signedIn,
  withBody
} from './entry.ts'
import type { Who } from './world.ts'

const pageOf: Partial<Record<Who, string>> = { ADMIN: 'orders.new', SERVICE_TECHNICAN: 'iot.containers' }
const reason = { reasonForCancel: 'Na prośbę klienta' }
const orders = '/api/Admin/Orders'
const dictionaries = '/api/Dictionaries'

export const entries: Readonly<Record<string, Entry>> = {
  'GET /api/openapi.json': open('/api/openapi.json'),
  'GET /api/docs/': open('/api/docs/'),
  'GET /api/docs/static/index.html': open('/api/docs/static/index.html', 302),
  'GET /api/docs/static/swagger-initializer.js': open('/api/docs/static/swagger-initializer.js'),
  'GET /api/docs/json': open('/api/docs/json'),
  'GET /api/docs/yaml': open('/api/docs/yaml'),
  'GET /api/docs/static/*': open('/api/docs/static/swagger-ui.css'),
  'GET /assets/*': { ...open('/assets/none.js', 404), built: true },
  'GET /favicon.svg': { ...open('/favicon.svg'), built: true },
  'GET /health/live': open('/health/live'),
  'GET /health/ready': open('/health/ready'),
  // The hub answers sockets only; who hears what there is told by test/kernel/hub.test.ts.
  'GET /api/hub': open('/api/hub', 404),

  'GET /api/ui/pages': read(active, '/api/ui/pages'),
  'GET /api/ui/pages/:pageId': {
    may: active,
    without: ['DRIVER'],
    own: (_world, who) => ({ url: `/api/ui/pages/${pageOf[who] ?? 'orders.client'}` }),
    another: () => [{ url: '/api/ui/pages/catalogue.cancellationReasons' }],
    absent: () => [{ url: '/api/ui/pages/none' }, { url: '/api/ui/pages/__proto__' }]
  },
  'GET /api/ui/forms/:command': {
    may: everyone,
    own: () => ({ url: '/api/ui/forms/users.signIn' }),
    another: () => [{ url: '/api/ui/forms/catalogue.addReason' }],
    absent: () => [
      { url: '/api/ui/forms/none' },
      { url: '/api/ui/forms/__proto__' },
      { url: '/api/ui/forms/orders.accept' }
    ]
  },

  'GET /api/Authorization/userinfo': read(signedIn, '/api/Authorization/userinfo'),
  'POST /api/Authorization/sign-in': {
    may: everyone,
    own: world => ({ method: 'POST', url: '/api/Authorization/sign-in', body: world.credentials })
  },
  'POST /api/Authorization/renew': {
    may: signedIn,
    own: () => ({ method: 'POST', url: '/api/Authorization/renew' })
  },
  'POST /api/Authorization/sign-out': {
    may: signedIn,
    own: () => ({ method: 'POST', url: '/api/Authorization/sign-out' })
  },
  'POST /api/Authorization/sign-out-everywhere': {
    may: signedIn,
    own: () => ({ method: 'POST', url: '/api/Authorization/sign-out-everywhere' })
  },
  'POST /api/Authorization/forgot-password': {
    may: everyone,
    status: 202,
    own: world => ({ method: 'POST', url: '/api/Authorization/forgot-password', body: { email: world.other.email } })
  },
  'POST /api/Authorization/SetNewPassword/setNewPassword': {
    may: everyone,
    status: 422,
    own: () => ({
      method: 'POST',
      url: '/api/Authorization/SetNewPassword/setNewPassword',
      body: { password: 'Correct-Horse-7', passwordConfirm: 'Correct-Horse-7', token: 'nobody was sent this' }
    })
  },
  'POST /api/Authorization/sign-up': {
    may: everyone,
    status: 201,
    own: (_world, who) => ({
      method: 'POST',
      url: '/api/Authorization/sign-up',
      body: {
        email: `new.${who.toLowerCase()}@example.com`,
        password: 'Correct-Horse-7',
        firstName: 'Nowy',
        lastName: 'Pracownik',
        phone: '501502503'
      }
    })
  },
  'PUT /api/Admin/Users/:id': {
    may: signedIn,
    own: (world, who) => ({ method: 'PUT', url: `/api/Admin/Users/${world.accountId(who)}`, body: world.profile }),
    another: world => [{ method: 'PUT', url: `/api/Admin/Users/${world.other.accountId}`, body: world.profile }],
    ...withBody('PUT', id => `/api/Admin/Users/${id}`, { firstName: 'A', lastName: 'B', phone: '501502503' })
  },

  'GET /api/Admin/OrderTypes/:id/items': {
    may: orderers,
    own: () => ({ url: '/api/Admin/OrderTypes/3/items?LangEnum=2' }),
    absent: () => absentIds.map(id => ({ url: `/api/Admin/OrderTypes/${id}/items` }))
  },
  'GET /api/Dictionaries/list': read(admin, `${dictionaries}/list`),
  'GET /api/Dictionaries/values': read(admin, `${dictionaries}/values?Dictionary=1`),
  'GET /api/Dictionaries/:key/values': {
    may: admin,
    own: () => ({ url: `${dictionaries}/1/values` }),
    absent: () => [{ url: `${dictionaries}/2/values` }, { url: `${dictionaries}/x/values` }]
  },
  'PUT /api/Dictionaries/:id/update-value': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${dictionaries}/${await world.reason()}/update-value`,
      body: { value: 'Powódź' }
    }),
    ...withBody('PUT', id => `${dictionaries}/${id}/update-value`, { value: 'Susza' })
  },
  'DELETE /api/Dictionaries/:id/remove-value': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: `${dictionaries}/${await world.reason()}/remove-value` }),
    ...withBody('DELETE', id => `${dictionaries}/${id}/remove-value`)
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
  'GET /api/Admin/OrderTypeItems/:id': {
    may: orderers,
    own: world => ({ url: `/api/Admin/OrderTypeItems/${world.itemId}?receptionPlaceId=${world.own.placeId}` }),
    ...byPlace(id => `/api/Admin/OrderTypeItems/1?receptionPlaceId=${id}`)
  },
  'GET /api/Admin/reception-places/coordinates': read(seers, '/api/Admin/reception-places/coordinates'),
  'GET /api/Admin/Stores/internal': read(seers, '/api/Admin/Stores/internal'),
  'GET /api/Admin/Stores/internal/:id/borderPoints': readOne(
    seers,
    id => `/api/Admin/Stores/internal/${id}/borderPoints`,
    world => world.storeId
  ),

  'GET /api/Admin/Orders': read(orderers, `${orders}?limit=1000`),
  'GET /api/Admin/Orders/:id/details': ofOrder(id => `${orders}/${id}/details`),
  'GET /api/Admin/Orders/:id/history': ofOrder(id => `${orders}/${id}/history`),
  'POST /api/Admin/Orders': {
    may: orderers,
    status: 201,
    own: world => ({ method: 'POST', url: orders, body: world.placement(world.own.placeId) }),
    another: (world, who) =>
      world.strange(who).map(({ placeId }) => ({ method: 'POST', url: orders, body: world.placement(placeId) })),
    absent: () => [{ method: 'POST', url: orders, body: { receptionPlace: none, orderTypeItemId: 1, quantity: 1 } }]
  },
  'PUT /api/Admin/Orders/:id/accept': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${orders}/${await world.order()}/accept` }),
    ...withBody('PUT', id => `${orders}/${id}/accept`)
  },
  'PUT /api/Admin/Orders/:id/cancel': {
    may: orderers,
    own: async (world, who) => ({
      method: 'PUT',
      url: `${orders}/${await world.order()}/cancel`,
      body: who === 'ADMIN' ? reason : {}
    }),
    another: (world, who) =>
      world.strange(who).map(({ orderId }) => ({ method: 'PUT', url: `${orders}/${orderId}/cancel`, body: {} })),
    absent: who =>
      absentIds.map(id => ({ method: 'PUT', url: `${orders}/${id}/cancel`, body: who === 'ADMIN' ? reason : {} }))
  },

  ...lifeEntries,
  ...planningEntries,
  ...fleetEntries,
  ...catalogueEntries,
  ...paperEntries,
  ...notificationsEntries,
  ...accountingEntries,
  ...statisticsEntries,

  'GET /IoT/containers': read(seers, '/IoT/containers'),
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
  'GET /api/Admin/GpsDevice/:id/internal-store/history': readOne(
    seers,
    id => `/api/Admin/GpsDevice/${id}/internal-store/history`,
    world => world.containerId
  ),
  'GET /api/Admin/GpsDevice/statuses': read(seers, '/api/Admin/GpsDevice/statuses')
}
