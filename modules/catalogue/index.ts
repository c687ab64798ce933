import { defineModule } from '../../src/kernel/module.ts'
import { reasonRoutes, reasonsPage } from './cancellation-reasons.ts'
import { orderTypeRoutes, orderTypesPage } from './order-types.ts'
import { routes } from './routes.ts'
import { Dictionary, OrderType } from './schema.ts'

/** Order types with their items, and the dictionaries of reasons. */
export const catalogue = defineModule({
  name: 'catalogue',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [OrderType, Dictionary],
  pages: [orderTypesPage, reasonsPage],
  routes: [...routes, ...orderTypeRoutes, ...reasonRoutes]
})
