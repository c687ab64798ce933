import { defineModule } from '../../src/kernel/module.ts'
import { generalPricesPage, priceCommands, prices } from './general-prices.ts'
import { endPrices } from './item-removal.ts'
import { routes } from './routes.ts'

/** Prices: general, by postal digit, special for a company or a place. */
export const pricing = defineModule({
  name: 'pricing',
  messages: new URL('./messages/', import.meta.url),
  resources: [prices],
  commands: priceCommands,
  pages: [generalPricesPage],
  routes,
  extends: [endPrices]
})
