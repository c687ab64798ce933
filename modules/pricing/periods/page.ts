/** The page “Price history” beside the price lists, and the same as a tab of a price's panel. */
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { pricePeriods } from './resource.ts'

const since = { key: 'validFrom', blank: 'pricing.period.validFrom.blank' } as const
const until = { key: 'validTo', blank: 'pricing.period.validTo.blank' } as const

export const priceHistoryPage = definePage(pricePeriods, {
  id: 'pricing.history',
  route: '/priceList/history',
  group: 'prices',
  place: 3,
  columns: [
    { key: 'orderTypeItemName', grow: 2 },
    { key: 'orderTypeId', under: 'orderTypeItemName' },
    'series',
    'value',
    { key: 'grossValue', under: 'value' },
    since,
    { ...until, under: 'validFrom' },
    { key: 'changedBy', grow: 1.2 },
    'state'
  ],
  filters: [
    {
      key: 'OrderTypeItemId',
      options: { call: '/api/Admin/OrderTypes/items?limit=1000', value: 'id', label: ['name'] }
    },
    'Series',
    'ValidOn'
  ],
  selection: 'none'
})

export const priceHistoryTab = resourceTab('validity', pricePeriods, {
  parent: 'OrderTypeItemId',
  columns: ['series', 'value', since, { ...until, under: 'validFrom' }, 'changedBy', 'state'],
  selection: 'none'
})
