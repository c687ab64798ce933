/** Who may call what of the waste register: one entry a route (see test/security/routes.test.ts). */

import type { Who } from '../security/fixtures/callers.ts'
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
  thingEntries
} from '../security/fixtures/entry.ts'

const cards = '/api/Admin/TransferCards'
const drafts = '/api/Admin/CardDrafts'
const keys = '/api/RegisterKeys'
const companyAdmin: readonly Who[] = ['CLIENT_ADMIN']
const makers: readonly Who[] = ['ADMIN', 'CLIENT_ADMIN']

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
  'GET /api/Admin/Orders/:id/register-places': {
    ...ofOrder(id => `/api/Admin/Orders/${id}/register-places`),
    may: makers
  },
  'GET /api/Admin/Orders/:id/card-time': ofOrder(id => `/api/Admin/Orders/${id}/card-time`),
  // the sheet of values is of an order that is planned, and these are new
  'GET /api/Admin/Orders/:id/card-values': {
    may: admin,
    status: 409,
    own: world => ({ url: `/api/Admin/Orders/${world.own.orderId}/card-values` }),
    absent: () => absentIds.map(id => ({ url: `/api/Admin/Orders/${id}/card-values` }))
  },
  'GET /api/Admin/Orders/:id/card-values/pdf': {
    ...ofOrder(id => `/api/Admin/Orders/${id}/card-values/pdf`),
    status: 409
  },
  ...thingEntries(admin, world => world.order(2), { 'POST /api/Admin/Orders/:id/send-card-values': null }),
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
  // this installation keeps no record of received waste
  [`PUT ${cards}/:id/enter-record`]: {
    may: admin,
    status: 409,
    own: async world => ({ method: 'PUT', url: `${cards}/${await world.card({ isReceived: true })}/enter-record` }),
    absent: () => absentIds.map(id => ({ method: 'PUT', url: `${cards}/${id}/enter-record` }))
  },
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
  ...Object.fromEntries(
    ['', '/history'].map(part => [
      `GET ${drafts}/:id${part}`,
      {
        may: makers,
        own: world => ({ url: `${drafts}/${world.own.draftId}${part}` }),
        another: (world, who) => world.strange(who).map(({ draftId }) => ({ url: `${drafts}/${draftId}${part}` })),
        absent: () => absentIds.map(id => ({ url: `${drafts}/${id}${part}` }))
      } satisfies Entry
    ])
  ),
  [`GET ${drafts}`]: read(makers, drafts),
  // a card is made of an order that is planned, and this one is new
  [`POST ${drafts}`]: {
    may: makers,
    status: 409,
    own: async world => ({ method: 'POST', url: drafts, body: { orderId: await world.order(), mass: 1 } }),
    another: world => [{ method: 'POST', url: drafts, body: { orderId: world.other.orderId, mass: 1 } }],
    absent: () => [{ method: 'POST', url: drafts, body: { orderId: none, mass: 1 } }]
  },
  [`GET ${keys}`]: read(companyAdmin, keys),
  ...Object.fromEntries(
    ['GET /:id', 'GET /:id/history', 'DELETE /:id'].map(route => {
      const [method, path = ''] = route.split(' ') as ['GET' | 'DELETE', string]
      const asked = (id: number | string) => ({ method, url: `${keys}${path.replace(':id', String(id))}` })
      return [
        `${method} ${keys}${path}`,
        {
          may: companyAdmin,
          own: async world => asked(await world.keys()),
          another: world => [asked(world.other.keysId)],
          absent: () => absentIds.map(asked)
        } satisfies Entry
      ]
    })
  ),
  [`POST ${keys}`]: {
    may: companyAdmin,
    status: 503,
    own: () => ({ method: 'POST', url: keys, body: { clientId: 'a', clientSecret: 'b' } })
  },
  'GET /api/Admin/OrdersWithoutCard': read(admin, '/api/Admin/OrdersWithoutCard'),
  'GET /api/Admin/TransferCardPolls': read(admin, '/api/Admin/TransferCardPolls'),
  ...thingEntries(admin, world => world.poll(), { 'GET /api/Admin/TransferCardPolls/:id': null })
}
