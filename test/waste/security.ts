/** Who may call what of the waste register: one entry a route (see test/security/routes.test.ts). */
import {
  absentIds,
  admin,
  clients,
  type Entries,
  type Entry,
  ofOrder,
  orderers,
  read,
  thingEntries
} from '../security/fixtures/entry.ts'

const cards = '/api/Admin/TransferCards'

/** A read of the card of one's own order. */
const ofCard = (path = ''): Entry => ({
  may: orderers,
  own: world => ({ url: `${cards}/${world.own.cardId}${path}` }),
  another: (world, who) => world.strange(who).map(({ cardId }) => ({ url: `${cards}/${cardId}${path}` })),
  absent: () => absentIds.map(id => ({ url: `${cards}/${id}${path}` }))
})

export const entries: Entries = {
  [`GET ${cards}`]: read(orderers, cards),
  [`GET ${cards}/:id`]: ofCard(),
  [`GET ${cards}/:id/history`]: ofCard('/history'),
  'GET /api/Admin/Orders/:id/cards': ofOrder(id => `/api/Admin/Orders/${id}/cards`),
  'GET /api/Admin/Orders/:id/own-cards': { ...ofOrder(id => `/api/Admin/Orders/${id}/own-cards`), may: clients },
  [`PUT ${cards}/:id/match`]: {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${cards}/${await world.card()}/match`,
      body: { orderId: await world.order(2) }
    }),
    absent: () => absentIds.map(id => ({ method: 'PUT', url: `${cards}/${id}/match`, body: { orderId: 1 } }))
  },
  ...thingEntries(admin, world => world.card({ isMatched: true }), { [`PUT ${cards}/:id/unmatch`]: null }),
  ...thingEntries(admin, world => world.card(), {
    [`PUT ${cards}/:id/confirm-receipt`]: () => ({ mass: 1.5 }),
    [`PUT ${cards}/:id/reject`]: () => ({ reason: 'Inny odpad' })
  }),
  ...thingEntries(admin, world => world.card({ isReceived: true }), { [`PUT ${cards}/:id/confirm-transport`]: null }),
  // the register of this test is away
  [`GET ${cards}/:id/confirmation`]: {
    may: admin,
    status: 503,
    own: async world => ({ url: `${cards}/${await world.card()}/confirmation` }),
    absent: () => absentIds.map(id => ({ url: `${cards}/${id}/confirmation` }))
  },
  // a card without an order is at no stop: the driver's own is in test/waste/driver-cards.test.ts
  'GET /api/Driver/cards/:id/confirmation': {
    may: ['DRIVER'],
    status: 404,
    own: async world => ({ url: `/api/Driver/cards/${await world.card()}/confirmation` }),
    absent: () => absentIds.map(id => ({ url: `/api/Driver/cards/${id}/confirmation` }))
  },
  'GET /api/Admin/OrdersWithoutCard': read(admin, '/api/Admin/OrdersWithoutCard'),
  'GET /api/Admin/TransferCardPolls': read(admin, '/api/Admin/TransferCardPolls'),
  ...thingEntries(admin, world => world.poll(), { 'GET /api/Admin/TransferCardPolls/:id': null })
}
