import { definePartPage } from '../../../src/kernel/metadata/pages.ts'

/** Home of the administrators. The logo leads to it; the specification's menu has no entry for it. */
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
