import { defineModule } from '../../src/kernel/module.ts'
import { accountingJobs } from './accounting/job.ts'
import { receiveInvoice } from './accounting/receive-invoice.ts'
import { undo } from './commands/undo.ts'
import { registerCounters } from './counters.ts'
import { registerTold } from './notify/told.ts'
import { pages } from './pages.ts'
import { paperRoutes } from './paper/routes.ts'
import { ReportLanguage } from './paper/schema.ts'
import { planningRoutes } from './planning/routes.ts'
import { routes } from './routes.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'
import { registerVetoes } from './vetoes.ts'

/** Orders, from the client's tap to the invoice. */
export const orders = defineModule({
  name: 'orders',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [OrderStatus, OptimaStatus, ReportLanguage],
  pages,
  commands: [undo, receiveInvoice],
  routes: [...routes, ...planningRoutes, ...paperRoutes],
  jobs: accountingJobs,
  register(services) {
    registerCounters(services)
    registerTold(services)
    registerVetoes(services)
  }
})
