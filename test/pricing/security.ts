/** Who may call what of pricing: one entry a route (see test/security/routes.test.ts). */
import { byPlace, type Entries, orderers } from '../security/fixtures/entry.ts'

export const entries: Entries = {
  'GET /api/Admin/OrderTypeItems/:id': {
    may: orderers,
    own: world => ({ url: `/api/Admin/OrderTypeItems/${world.itemId}?receptionPlaceId=${world.own.placeId}` }),
    ...byPlace(id => `/api/Admin/OrderTypeItems/1?receptionPlaceId=${id}`)
  }
}
