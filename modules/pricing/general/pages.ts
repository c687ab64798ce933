import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { priceHistoryTab } from '../periods/pages.ts'
import { editPrice, priceCommands, removePrice, withdrawPlannedPrice } from './commands.ts'
import { digitFields, prices } from './resource.ts'

export const generalPricesPage = definePage(prices, {
  id: 'pricing.general',
  route: '/priceList/generalPriceList',
  group: 'prices',
  place: 1,
  words: true,
  selection: 'many',
  columns: [
    { key: 'name', grow: 2 },
    { key: 'priceValue', blank: 'pricing.price.priceValue.blank' },
    'grossPrice',
    { key: 'postalCodePrices', header: 'pricing.listedPrice.postalCodes' },
    { key: 'lowestPrice', grow: 1.3 },
    { key: 'highestPrice', grow: 1.3 }
  ],
  groupBy: 'orderTypeId',
  marks: [{ name: 'planned', icon: 'calendar', tone: 'info', when: { hasPlanned: [true] } }],
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
