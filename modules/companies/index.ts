import { beginHourly } from '../../src/kernel/jobs/hourly.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { clients } from './clients.ts'
import { activate, deactivate } from './commands/activity.ts'
import { editCompany } from './commands/edit-company.ts'
import { assignOrderType, verify } from './commands/order-types.ts'
import { removeCompany } from './commands/remove-company.ts'
import { verifyCompany } from './commands/verify-company.ts'
import { clientsToVerify } from './counters.ts'
import { accountExtensions } from './facts.ts'
import { mapRoutes } from './map-routes.ts'
import { pages } from './pages.ts'
import { places } from './places.ts'
import { beforeCompanyRemoval, clientPanelTabs } from './public.ts'
import { registerAccount } from './registration/register-account.ts'
import { registerCompany } from './registration/register-company.ts'
import { registerDepartment } from './registration/register-department.ts'
import { registerPerson } from './registration/register-person.ts'
import { termsRoute } from './registration/terms.ts'
import { reportRoutes } from './report.ts'
import { routes } from './routes.ts'
import { Country, PaymentType, RegisterCheck } from './schema.ts'
import { sweep } from './sweep.ts'

/** Clients: companies, their departments and reception places. */
export const companies = defineModule({
  name: 'companies',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Country, PaymentType, RegisterCheck],
  resources: [clients, places],
  commands: [
    ...[verifyCompany, registerCompany, registerPerson, registerDepartment, registerAccount],
    ...[verify, assignOrderType, activate, deactivate, editCompany, removeCompany]
  ],
  counters: [clientsToVerify],
  pages,
  routes: [...routes, termsRoute, ...mapRoutes, ...reportRoutes],
  extends: accountExtensions,
  extensionPoints: [beforeCompanyRemoval, clientPanelTabs],
  start: services => beginHourly(services, 'companies: sweeping', ({ db, now }) => sweep(db, now()))
})
