import { definePartPage } from '../../../src/kernel/pages/pages.ts'

/** The home page of administrators. The logo links to it, because the menu of the specification has no entry for it. */
export const dashboardPage = definePartPage({
  id: 'reports.dashboard',
  route: '/',
  goKey: 's',
  group: 'reports',
  inMenu: false,
  part: 'dashboard',
  first: ['/api/Dashboard/overview'],
  access: ['ADMIN']
})
