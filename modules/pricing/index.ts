import { defineModule } from '../../src/kernel/module.ts'
import { allPrices, allPricesPage } from './all-prices.ts'
import { generalPricesPage, priceCommands, prices } from './general-prices.ts'
import { endPrices } from './item-removal.ts'
import { routes } from './routes.ts'
import { PriceKind, PriceState } from './schema.ts'
import { specialPriceCommands } from './special/commands.ts'
import { specialPrices } from './special/resource.ts'

/** Prices: general, by postal digit, special for a company or a place. */
export const pricing = defineModule({
  name: 'pricing',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [PriceKind, PriceState],
  resources: [prices, specialPrices, allPrices],
  commands: [...priceCommands, ...specialPriceCommands],
  pages: [generalPricesPage, allPricesPage],
  routes,
  extends: [endPrices]
})
