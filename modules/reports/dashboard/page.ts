import { definePage } from '../../../src/kernel/metadata/pages.ts'

/** Home of the administrators. The logo leads to it; the menu of the documents has no entry for it. */
export const dashboardPage = definePage({
  id: 'reports.dashboard',
  route: '/',
  group: 'reports',
  inMenu: false,
  part: 'dashboard',
  access: ['ADMIN']
})
