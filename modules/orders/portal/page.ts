import { definePartPage } from '../../../src/kernel/pages/pages.ts'
import { place } from '../commands/place.ts'
import { placeAgain } from '../commands/place-again.ts'

/** The home page of clients. The header links to it; the specification's side menu has no entry for it. */
export const overviewPage = definePartPage({
  id: 'orders.overview',
  route: '/client/dashboard',
  goKey: 's',
  group: 'portal',
  place: 0,
  inMenu: false,
  icon: 'home',
  part: 'portal',
  access: ['CLIENT_ADMIN', 'CLIENT'],
  first: ['/api/Dashboard/client'],
  commands: [place, placeAgain]
})
