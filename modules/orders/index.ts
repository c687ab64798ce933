import { defineModule } from '../../src/kernel/module.ts'
import { pages } from './list.ts'
import { routes } from './routes.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

/** Orders, from the client's tap to the staff's hand. */
export const orders = defineModule({
  name: 'orders',
  messages: [new URL('./messages/', import.meta.url)],
  vocabularies: [OrderStatus, OptimaStatus],
  pages,
  routes
})
