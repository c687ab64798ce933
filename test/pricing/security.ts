/** Who may call what of pricing: one entry a route (see test/security/routes.test.ts). */
import { addDays, dayOf } from '../../src/contract/days.ts'
import { admin, byPlace, type Entries, open, orderers, read, readOne, withBody } from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

const prices = '/api/Admin/Prices'
const byDigit = { price: 100, postalCodePrices: true, prices: [{ postalCodePrefix: '2', value: 90 }] }

/** The path of the price of a new item. */
async function aPriced(world: World): Promise<string> {
  return `${prices}/${await world.item(100)}`
}

const today = dayOf(new Date())
const special = (world: World) => ({
  specialPrices: [
    { orderTypeItemId: world.itemId, value: performance.now() | 0, dateFrom: today, dateTo: addDays(today, 9) }
  ]
})
const none = { specialPrices: [] }

export const entries: Entries = {
  'GET /api/Admin/Prices/special-prices': read(admin, `${prices}/special-prices?CompanyId=1`),
  'GET /api/Admin/Companies/:id/special-prices': readOne(
    admin,
    id => `/api/Admin/Companies/${id}/special-prices`,
    world => world.own.company.id
  ),
  'GET /api/Admin/reception-places/:id/special-prices': readOne(
    admin,
    id => `/api/Admin/reception-places/${id}/special-prices`,
    world => world.own.placeId
  ),
  'PUT /api/Admin/Companies/:id/special-prices': {
    may: admin,
    own: world => ({
      method: 'PUT',
      url: `/api/Admin/Companies/${world.own.company.id}/special-prices`,
      body: special(world)
    }),
    ...withBody('PUT', id => `/api/Admin/Companies/${id}/special-prices`, none)
  },
  'PUT /api/Admin/reception-places/:id/special-prices': {
    may: admin,
    own: world => ({
      method: 'PUT',
      url: `/api/Admin/reception-places/${world.own.placeId}/special-prices`,
      body: special(world)
    }),
    ...withBody('PUT', id => `/api/Admin/reception-places/${id}/special-prices`, none)
  },
  'GET /api/Admin/Prices': read(admin, `${prices}?limit=1000`),
  'GET /api/Admin/Prices/grouped-prices': open(`${prices}/grouped-prices?langid=2`),
  'GET /api/Admin/Prices/detailed': read(admin, `${prices}/detailed?limit=1000`),
  'GET /api/Admin/Prices/unpriced-items': read(admin, `${prices}/unpriced-items`),
  'GET /api/Admin/Prices/:id': readOne(
    admin,
    id => `${prices}/${id}`,
    world => world.itemId
  ),
  'GET /api/Admin/Prices/:id/history': readOne(
    admin,
    id => `${prices}/${id}/history`,
    world => world.itemId
  ),
  'GET /api/Admin/Prices/validity': read(admin, `${prices}/validity?limit=1000`),
  'GET /api/Admin/Prices/:id/validity': readOne(
    admin,
    id => `${prices}/${id}/validity`,
    world => world.itemId
  ),
  'GET /api/Admin/Prices/:id/planned': readOne(
    admin,
    id => `${prices}/${id}/planned`,
    world => world.itemId
  ),
  'PUT /api/Admin/Prices/:id/withdraw-planned': {
    may: admin,
    // Nothing is planned: 409 says so to whoever may ask.
    own: async world => ({
      method: 'PUT',
      url: `${await aPriced(world)}/withdraw-planned`,
      body: { validFrom: today }
    }),
    status: 409,
    ...withBody('PUT', id => `${prices}/${id}/withdraw-planned`, { validFrom: today })
  },
  'POST /api/Admin/Prices/:orderTypeItemId': {
    may: admin,
    status: 201,
    own: async world => ({ method: 'POST', url: `${prices}/${await world.item()}`, body: byDigit }),
    ...withBody('POST', id => `${prices}/${id}`, byDigit)
  },
  'PUT /api/Admin/Prices/:id': {
    may: admin,
    own: async world => ({ method: 'PUT', url: await aPriced(world), body: byDigit }),
    ...withBody('PUT', id => `${prices}/${id}`, byDigit)
  },
  'DELETE /api/Admin/Prices/:id': {
    may: admin,
    own: async world => ({ method: 'DELETE', url: await aPriced(world) }),
    ...withBody('DELETE', id => `${prices}/${id}`)
  },
  'GET /api/Admin/OrderTypeItems/:id': {
    may: orderers,
    own: world => ({ url: `/api/Admin/OrderTypeItems/${world.itemId}?receptionPlaceId=${world.own.placeId}` }),
    ...byPlace(id => `/api/Admin/OrderTypeItems/1?receptionPlaceId=${id}`)
  }
}
