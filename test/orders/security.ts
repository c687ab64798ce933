/** Who may call what of orders: one entry a route (see test/security/routes.test.ts). */

import { type Asked, everyone, type Who } from '../security/fixtures/callers.ts'
import {
  absentIds,
  admin,
  clients,
  type Entries,
  type Entry,
  none,
  ofOrder,
  orderers,
  read,
  readOne,
  withBody
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

const reason = { reasonForCancel: 'Na prośbę klienta' }
const completed = 3
const order = (id: number | string) => `/api/Admin/Orders/${id}`

const orders = '/api/Admin/Orders'
const said = { content: 'Brama od podwórza' }

/** A call that changes an order: for a new one of the own company, another's, and none. */
const change = (
  may: readonly Who[],
  method: Asked['method'],
  path: string,
  body?: (world: World) => object
): Pick<Entry, 'may' | 'own'> => ({
  may,
  own: async world => ({
    method,
    url: `${orders}/${await world.order()}${path}`,
    ...(body ? { body: body(world) } : {})
  })
})

const edited = (world: World) => ({ receptionPlace: world.own.placeId, orderTypeItemId: world.itemId })
const another = (method: Asked['method'], path: string, body?: (world: World) => object): Entry['another'] => {
  return (world, who) =>
    world.strange(who).map(({ orderId }) => ({
      method,
      url: `${orders}/${orderId}${path}`,
      ...(body ? { body: body(world) } : {})
    }))
}

/** A call for a route whose driver is to be told that it is off. */
const calledOff = (method: Asked['method'], path: string, body?: object): Entry => ({
  may: admin,
  own: async world => ({
    method,
    url: `${orders}/called-off/${await world.calledOff()}${path}`,
    ...(body ? { body } : {})
  }),
  ...withBody(method, id => `${orders}/called-off/${id}${path}`, body)
})

const termsAt = (world: World, placeId: number | undefined) =>
  `receptionPlace=${placeId}&orderTypeItemId=${world.itemId}&quantity=1`

const days = 'createdFrom=2020-01-01&createdTo=2099-12-31'

const vehicles = '/api/Admin/Vehicles'
const day = '2099-06-01'
const plan = (orderIds: readonly number[], vehicleId: number) => ({ orderIds, vehicleId, orderRealizationDate: day })

export const entries: Entries = {
  'GET /api/Admin/Orders': read(orderers, `${orders}?limit=1000`),
  'GET /api/Dashboard/client': read(clients, '/api/Dashboard/client'),
  // for people of a company that was deactivated, of which there are none here: `overview-shut.test.ts`
  'GET /api/Dashboard/client/orders': read([], '/api/Dashboard/client/orders'),
  'GET /api/Admin/Orders/:id/details': ofOrder(id => `${orders}/${id}/details`),
  'GET /api/Admin/Orders/:id/history': ofOrder(id => `${orders}/${id}/history`),
  'GET /api/Admin/Orders/:id/price-reasons': ofOrder(id => `${orders}/${id}/price-reasons`),
  'GET /api/Admin/Orders/:id/price': {
    may: orderers,
    own: world => ({ url: `${order(world.own.orderId)}/price?${termsAt(world, world.own.placeId)}` }),
    another: (world, who) => [
      ...world
        .strange(who)
        .map(({ orderId }) => ({ url: `${order(orderId)}/price?${termsAt(world, world.own.placeId)}` })),
      ...world
        .strange(who)
        .map(({ placeId }) => ({ url: `${order(world.own.orderId)}/price?${termsAt(world, placeId)}` }))
    ],
    absent: () => absentIds.map(id => ({ url: `${order(id)}/price?receptionPlace=1&orderTypeItemId=1&quantity=1` }))
  },
  'POST /api/Admin/Orders': {
    may: orderers,
    status: 201,
    own: world => ({ method: 'POST', url: orders, body: world.placement(world.own.placeId) }),
    another: (world, who) =>
      world.strange(who).map(({ placeId }) => ({ method: 'POST', url: orders, body: world.placement(placeId) })),
    absent: () => [{ method: 'POST', url: orders, body: { receptionPlace: none, orderTypeItemId: 1, quantity: 1 } }]
  },
  'POST /api/Admin/Orders/new-client': {
    may: admin,
    status: 201,
    own: world => ({
      method: 'POST',
      url: `${orders}/new-client`,
      body: {
        ...{ country: 2, name: 'Reifen', city: 'Dresden', street: 'Am See 1', postalCode: '01067' },
        ...{ phone: '+4935112345678', orderTypeItemId: world.itemId, quantity: 1 }
      }
    })
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
  'PUT /api/Admin/Orders/:id/sync': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${order(await world.order(completed))}/sync` }),
    another: world => [{ method: 'PUT', url: `${order(world.other.orderId)}/sync` }],
    ...withBody('PUT', id => `${order(id)}/sync`)
  },
  'PUT /api/Admin/Orders/:id/set-optima-number': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${order(await world.order(completed))}/set-optima-number`,
      body: { optimaNumber: 'FZ/1/2026' }
    }),
    another: world => [
      { method: 'PUT', url: `${order(world.other.orderId)}/set-optima-number`, body: { optimaNumber: 'FZ/1/2026' } }
    ],
    ...withBody('PUT', id => `${order(id)}/set-optima-number`, { optimaNumber: 'FZ/1/2026' })
  },
  'PUT /api/Admin/Orders/:id/set-invoice-number': {
    may: admin,
    // An accounting system sends the numbers here: 409 says so to whoever may ask.
    own: async world => ({
      method: 'PUT',
      url: `${order(await world.order(completed))}/set-invoice-number`,
      body: { invoiceNumber: 'FS/1/2026' }
    }),
    status: 409,
    another: world => [
      { method: 'PUT', url: `${order(world.other.orderId)}/set-invoice-number`, body: { invoiceNumber: 'FS/1/2026' } }
    ],
    ...withBody('PUT', id => `${order(id)}/set-invoice-number`, { invoiceNumber: 'FS/1/2026' })
  },
  // A completed order has no invoice to take back.
  'PUT /api/Admin/Orders/:id/undo-invoice': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${order(await world.order(completed))}/undo-invoice` }),
    status: 409,
    another: world => [{ method: 'PUT', url: `${order(world.other.orderId)}/undo-invoice` }],
    ...withBody('PUT', id => `${order(id)}/undo-invoice`)
  },
  // Who calls here is known by the signature and nothing else: test/orders/accounting-invoices.test.ts.
  'POST /api/Accounting/invoices': {
    may: everyone,
    status: 401,
    own: () => ({
      method: 'POST',
      url: '/api/Accounting/invoices',
      body: { eventId: 'event-1', orderNumber: 'CANARY-ORDER-1', invoiceNumber: 'FS/1/2026' }
    })
  },
  'GET /api/Admin/Orders/:id/comments': ofOrder(id => `${orders}/${id}/comments`),
  'POST /api/Admin/Orders/:id/add-comment': {
    ...change(orderers, 'POST', '/add-comment', () => said),
    another: another('POST', '/add-comment', () => said),
    ...withBody('POST', id => `${orders}/${id}/add-comment`, said)
  },
  'POST /api/Admin/Orders/:id/settle-comments': {
    may: admin,
    // No client waits for an answer in a new order: 409 says so to whoever may ask.
    own: async world => ({ method: 'POST', url: `${orders}/${await world.order()}/settle-comments` }),
    status: 409,
    another: world => [{ method: 'POST', url: `${order(world.other.orderId)}/settle-comments` }],
    ...withBody('POST', id => `${orders}/${id}/settle-comments`)
  },
  'PUT /api/Admin/Orders/:id': {
    ...change(orderers, 'PUT', '', edited),
    another: another('PUT', '', edited),
    ...withBody('PUT', id => `${orders}/${id}`, { receptionPlace: 1, orderTypeItemId: 1 })
  },
  // A new order has nothing to take back yet: 409 says so to whoever may ask.
  'PUT /api/Admin/Orders/:id/undo': {
    ...change(orderers, 'PUT', '/undo'),
    status: 409,
    another: another('PUT', '/undo'),
    absent: () => absentIds.map(id => ({ method: 'PUT', url: `${orders}/${id}/undo` }))
  },
  // Nor can it be finished.
  'PUT /api/Admin/Orders/:id/set-realized': {
    ...change(admin, 'PUT', '/set-realized'),
    status: 409,
    ...withBody('PUT', id => `${orders}/${id}/set-realized`)
  },
  'PUT /api/Admin/Orders/:id/correct': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/${await world.order(3)}/correct`,
      body: { tonnage: 1.5 }
    }),
    ...withBody('PUT', id => `${orders}/${id}/correct`, { tonnage: 1.5 })
  },
  'GET /api/Admin/Orders/report': read(
    admin,
    `${orders}/report?${days}&currentStatus=0&orderBy=number&desc=false&lang=1`
  ),
  'GET /api/Admin/Orders/report/columns': read(admin, `${orders}/report/columns`),
  'GET /api/Admin/Orders/report/defaults': read(admin, `${orders}/report/defaults`),
  'GET /api/Admin/Orders/print': {
    may: admin,
    own: world => ({ url: `${orders}/print?ids=${world.own.orderId}` }),
    absent: () => [{ url: `${orders}/print?ids=${none}` }, { url: `${orders}/print?ids=1&ids=${absentIds[0]}` }]
  },
  'GET /api/Admin/Orders/notices': {
    may: admin,
    own: world => ({ url: `${orders}/notices?ids=${world.own.orderId}` }),
    absent: () => [{ url: `${orders}/notices?ids=${none}` }]
  },
  'GET /api/Admin/Orders/plan-places': read(admin, `${orders}/plan-places?day=${day}`),
  'GET /api/Admin/Orders/plan-doubts': {
    may: admin,
    own: world => ({ url: `${orders}/plan-doubts?ids=${world.own.orderId}&vehicleId=${world.vehicleId}&day=${day}` }),
    absent: () => [{ url: `${orders}/plan-doubts?ids=${none}` }]
  },
  'GET /api/Admin/Orders/day-to-plan': {
    may: admin,
    own: world => ({ url: `${orders}/day-to-plan?ids=${world.own.orderId}` }),
    absent: () => [{ url: `${orders}/day-to-plan?ids=${none}` }]
  },
  'GET /api/Admin/Orders/called-off': read(admin, `${orders}/called-off?CalledOff=true`),
  'GET /api/Admin/Orders/called-off/:id/history': calledOff('GET', '/history'),
  'GET /api/Admin/Orders/called-off/:id/notice': calledOff('GET', '/notice'),
  'POST /api/Admin/Orders/called-off/:id/notify-driver': calledOff('POST', '/notify-driver', { channel: 0 }),
  'PUT /api/Admin/Orders/called-off/:id/settle': calledOff('PUT', '/settle'),
  'GET /api/Admin/Vehicles/matched-vehicles': {
    ...read(admin, `${vehicles}/matched-vehicles`),
    own: world => ({ url: `${vehicles}/matched-vehicles?OrdersId=${world.own.orderId}&day=${day}` }),
    absent: () => [{ url: `${vehicles}/matched-vehicles?OrdersId=${none}` }]
  },
  'GET /api/Admin/Vehicles/:id/route': readOne(
    admin,
    id => `${vehicles}/${id}/route?day=${day}`,
    world => world.vehicleId
  ),
  'GET /api/Admin/Orders/routes': read(admin, `${orders}/routes?ids=1`),
  'GET /api/Admin/Orders/days': read(admin, `${orders}/days?ids=${day}`),
  'GET /api/Admin/Orders/:id/messages': readOne(
    admin,
    id => `${orders}/${id}/messages`,
    world => world.own.orderId
  ),
  'GET /api/Admin/Orders/:id/internal-stores': readOne(
    admin,
    id => `${orders}/${id}/internal-stores`,
    world => world.own.orderId
  ),
  'GET /api/Admin/Orders/:id/finish-proposal': readOne(
    admin,
    id => `${orders}/${id}/finish-proposal`,
    world => world.own.orderId
  ),
  'GET /api/Admin/Orders/:id/kpo-use': readOne(
    admin,
    id => `${orders}/${id}/kpo-use?kpo=KPO%2F1`,
    world => world.own.orderId
  ),
  'PUT /api/Admin/Orders/set-realization': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/set-realization`,
      body: plan([await world.order(1)], world.vehicleId)
    }),
    absent: () => [{ method: 'PUT', url: `${orders}/set-realization`, body: plan([none], 1) }]
  },
  'PUT /api/Admin/Orders/change-plan': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/change-plan`,
      body: plan([await world.planned()], world.vehicleId)
    }),
    absent: () => [{ method: 'PUT', url: `${orders}/change-plan`, body: plan([none], 1) }]
  },
  'PUT /api/Admin/Orders/set-sequence': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/set-sequence`,
      body: { orderIds: [await world.planned()], routeVersion: 1 }
    }),
    absent: () => [{ method: 'PUT', url: `${orders}/set-sequence`, body: { orderIds: [none], routeVersion: 1 } }]
  },
  'PUT /api/Admin/Orders/set-driver': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${orders}/set-driver`,
      body: { orderIds: [await world.planned()], driverId: world.accountId('DRIVER') }
    }),
    absent: () => [{ method: 'PUT', url: `${orders}/set-driver`, body: { orderIds: [none], driverId: 1 } }]
  },
  'PUT /api/Admin/Orders/:id/set-accepted': {
    may: admin,
    own: async world => ({ method: 'PUT', url: `${orders}/${await world.order(2)}/set-accepted` }),
    ...withBody('PUT', id => `${orders}/${id}/set-accepted`)
  }
}
