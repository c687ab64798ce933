import { defineModule } from '../../src/kernel/module.ts'
import { dashboardPage } from './dashboard/page.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { Region } from './schema.ts'

/** What the business looks like from above: the dashboard's statistics. */
export const reports = defineModule({
  name: 'reports',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Region],
  pages: [dashboardPage],
  routes: dashboardRoutes
})
