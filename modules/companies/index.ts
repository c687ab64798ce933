import { beginHourly } from '../../src/kernel/jobs/hourly.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { clients } from './clients.ts'
import { verifyCompany } from './commands/verify-company.ts'
import { accountExtensions } from './facts.ts'
import { mapRoutes } from './map-routes.ts'
import { places } from './places.ts'
import { routes } from './routes.ts'
import { Country, PaymentType } from './schema.ts'
import { sweep } from './sweep.ts'

/** Clients: companies, their departments and reception places. */
export const companies = defineModule({
  name: 'companies',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Country, PaymentType],
  resources: [clients, places],
  commands: [verifyCompany],
  routes: [...routes, ...mapRoutes],
  extends: accountExtensions,
  start: services => beginHourly(services, 'companies: sweeping', ({ db, now }) => sweep(db, now()))
})
