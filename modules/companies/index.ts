import { defineModule } from '../../src/kernel/module.ts'
import { registerFacts } from './facts.ts'
import { mapRoutes } from './map-routes.ts'
import { routes } from './routes.ts'
import { Country, PaymentType } from './schema.ts'

/** Clients: companies, their departments and reception places. */
export const companies = defineModule({
  name: 'companies',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [Country, PaymentType],
  routes: [...routes, ...mapRoutes],
  register: ({ registries }) => registerFacts(registries)
})
