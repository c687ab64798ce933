import { defineModule } from '../../src/kernel/module.ts'
import { dashboardPage } from './dashboard/page.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { reportsPage } from './pages.ts'
import { reportList } from './resource.ts'
import { reportRoutes } from './routes.ts'
import { Region, ReportName } from './schema.ts'

/** What the business looks like from above: the dashboard's statistics, and reports. */
export const reports = defineModule({
  name: 'reports',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Region, ReportName],
  resources: [reportList],
  pages: [dashboardPage, reportsPage],
  routes: [...dashboardRoutes, ...reportRoutes]
})
