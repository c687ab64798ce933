import { importKinds } from '../../src/kernel/imports/kind.ts'
import { defineModule } from '../../src/kernel/module.ts'
import { allPrices, allPricesPage } from './all-prices.ts'
import { priceCommands } from './general/commands.ts'
import { generalPricesPage } from './general/pages.ts'
import { percentPreview } from './general/percent.ts'
import { prices } from './general/resource.ts'
import { priceImport } from './imports.ts'
import { endPrices } from './item-removal.ts'
import { priceHistoryPage } from './periods/pages.ts'
import { pricePeriods } from './periods/resource.ts'
import { periodRoutes } from './periods/routes.ts'
import { routes } from './routes.ts'
import { PriceKind, PriceSeries, PriceState } from './schema.ts'
import { setCompanyPrices, setPlacePrices } from './special/commands.ts'
import { panelAdditions, specialPriceRoutes } from './special/panels.ts'
import { specialPrices } from './special/resource.ts'

/** Prices: general, by postal digit, special for a company or a place. */
export const pricing = defineModule({
  name: 'pricing',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [PriceKind, PriceSeries, PriceState],
  resources: [prices, pricePeriods, specialPrices, allPrices],
  commands: [...priceCommands, setCompanyPrices, setPlacePrices],
  pages: [generalPricesPage, allPricesPage, priceHistoryPage],
  routes: [percentPreview, ...routes, ...periodRoutes, ...specialPriceRoutes],
  extends: [importKinds.fill(priceImport), endPrices, ...panelAdditions]
})
