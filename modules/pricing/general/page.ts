import { definePage } from '../../../src/kernel/metadata/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/metadata/tabs.ts'
import { priceHistoryTab } from '../periods/page.ts'
import { editPrice, priceCommands, removePrice, withdrawPlannedPrice } from './commands.ts'
import { digitFields, prices } from './resource.ts'

export const generalPricesPage = definePage(prices, {
  id: 'pricing.general',
  route: '/priceList/generalPriceList',
  group: 'prices',
  place: 1,
  columns: [
    { key: 'name', grow: 2 },
    'priceValue',
    'grossPrice',
    { key: 'postalCodePrices', header: 'pricing.listedPrice.postalCodes' },
    { key: 'lowestPrice', grow: 1.3 },
    { key: 'highestPrice', grow: 1.3 },
    'plannedFrom',
    { key: 'plannedPrice', under: 'plannedFrom' }
  ],
  groupBy: 'orderTypeId',
  commands: priceCommands,
  panel: [
    detailsTab(
      prices,
      [
        ...(['orderTypeId', 'name', 'priceValue', 'grossPrice', 'postalCodePrices', 'plannedPrices'] as const),
        ...digitFields.map(key => ({ key, group: 'pricing.price.byDigit', blank: 'pricing.price.digit.blank' }))
      ],
      { commands: [editPrice, withdrawPlannedPrice, removePrice] }
    ),
    priceHistoryTab,
    historyTab(prices)
  ]
})
