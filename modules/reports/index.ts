import { defineModule } from '../../src/kernel/module.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { fileRoute, prepareFile, removeFile } from './files/commands.ts'
import { making } from './files/make.ts'
import { FileStatus, reportFiles } from './files/resource.ts'
import { sweepFiles } from './files/sweep.ts'
import { dashboardPage, reportsPage } from './pages.ts'
import { reportList } from './resource.ts'
import { reportRoutes } from './routes.ts'
import { Region, ReportName, RevenueBy } from './schema.ts'
import { setCommands } from './sets/commands.ts'
import { enqueueMonthly } from './sets/monthly.ts'
import { savedSets } from './sets/resource.ts'

/** The statistics of the dashboard, and reports. */
export const reports = defineModule({
  name: 'reports',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Region, ReportName, RevenueBy, FileStatus],
  resources: [reportList, reportFiles, savedSets],
  commands: [prepareFile, removeFile, ...setCommands],
  pages: [dashboardPage, reportsPage],
  routes: [...dashboardRoutes, ...reportRoutes, fileRoute],
  jobs: [making],
  schedules: [
    { name: 'reports.monthly', every: '1h', run: enqueueMonthly },
    { name: 'reports.sweep', every: '1h', run: sweepFiles }
  ]
})
