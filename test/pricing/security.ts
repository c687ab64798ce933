/** Who may call what of pricing: one entry a route (see test/security/routes.test.ts). */
import { addDays, dayOf } from '../../src/contract/days.ts'
import {
  admin,
  byPlace,
  type Entries,
  none,
  open,
  orderers,
  read,
  thingEntries,
  withBody
} from '../security/fixtures/entry.ts'
import type { World } from '../security/fixtures/world.ts'

const prices = '/api/Admin/Prices'
const byDigit = { price: 100, postalCodePrices: true, prices: [{ postalCodePrefix: '2', value: 90 }] }

/** The path of the price of a new item. */
async function aPriced(world: World): Promise<string> {
  return `${prices}/${await world.item(100)}`
}

const today = dayOf(new Date())
/** A company that is not there is given none. */
const special = ({ itemId }: Partial<World>) => ({
  specialPrices: itemId
    ? [{ orderTypeItemId: itemId, value: performance.now() | 0, dateFrom: today, dateTo: addDays(today, 9) }]
    : []
})

export const entries: Entries = {
  'GET /api/Admin/Prices/special-prices': read(admin, `${prices}/special-prices?CompanyId=1`),
  ...thingEntries(admin, world => world.own.company.id, {
    'GET /api/Admin/Companies/:id/special-prices': null,
    'PUT /api/Admin/Companies/:id/special-prices': special
  }),
  ...thingEntries(admin, world => world.own.placeId, {
    'GET /api/Admin/reception-places/:id/special-prices': null,
    'PUT /api/Admin/reception-places/:id/special-prices': special
  }),
  'GET /api/Admin/Prices': read(admin, `${prices}?limit=1000`),
  'GET /api/Admin/Prices/grouped-prices': open(`${prices}/grouped-prices?langid=2`),
  'GET /api/Admin/Prices/detailed': read(admin, `${prices}/detailed?limit=1000`),
  'GET /api/Admin/Prices/unpriced-items': read(admin, `${prices}/unpriced-items`),
  ...thingEntries(admin, world => world.itemId, {
    'GET /api/Admin/Prices/:id': null,
    'GET /api/Admin/Prices/:id/history': null,
    'GET /api/Admin/Prices/:id/validity': null,
    'GET /api/Admin/Prices/:id/planned': null
  }),
  'GET /api/Admin/Prices/validity': read(admin, `${prices}/validity?limit=1000`),
  'GET /api/Admin/Prices/change-percent': read(admin, `${prices}/change-percent?ids=1&percent=5`),
  'PUT /api/Admin/Prices/change-percent': {
    may: admin,
    own: async world => ({
      method: 'PUT',
      url: `${prices}/change-percent`,
      body: { ids: [await world.item(100)], percent: 5 }
    }),
    absent: () => [{ method: 'PUT', url: `${prices}/change-percent`, body: { ids: [none], percent: 5 } }]
  },
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
  ...thingEntries(admin, world => world.item(100), {
    'PUT /api/Admin/Prices/:id': () => byDigit,
    'DELETE /api/Admin/Prices/:id': null
  }),
  'GET /api/Admin/OrderTypeItems/:id': {
    may: orderers,
    own: world => ({ url: `/api/Admin/OrderTypeItems/${world.itemId}?receptionPlaceId=${world.own.placeId}` }),
    ...byPlace(id => `/api/Admin/OrderTypeItems/1?receptionPlaceId=${id}`)
  },
  'GET /api/Admin/OrderTypeItems/:id/price-at': {
    may: admin,
    own: world => ({ url: `/api/Admin/OrderTypeItems/${world.itemId}/price-at?country=1&postalCode=22-100` }),
    absent: () => [{ url: `/api/Admin/OrderTypeItems/${none}/price-at?country=1&postalCode=22-100` }]
  }
}
