import { defineModule } from '../../src/kernel/module.ts'
import { reasonCommands, reasons, reasonsPage } from './cancellation-reasons.ts'
import { beforeItemRemoval, onItemRemoval } from './items.ts'
import { itemCommands, items, orderTypesPage } from './order-types.ts'
import { routes } from './routes.ts'
import { Dictionary, OrderType } from './schema.ts'

/** Order types with their items, and the dictionaries of reasons. */
export const catalogue = defineModule({
  name: 'catalogue',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [OrderType, Dictionary],
  resources: [items, reasons],
  commands: [...itemCommands, ...reasonCommands],
  pages: [orderTypesPage, reasonsPage],
  routes,
  extensionPoints: [beforeItemRemoval, onItemRemoval]
})
