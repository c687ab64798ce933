/** The pages of stock levels with their movements, and of the internal stores. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { stockLevels, stockMovements } from './levels.ts'
import { StoreType } from './schema.ts'
import { internalStores } from './stores.ts'

/** Closed stores are seldom asked for, so that the menu does not have their page, where they are opened again or removed. */
const seeClosedStores = defineLink(stockLevels, {
  name: 'warehouse.seeClosedStores',
  icon: 'lock',
  selection: 'one',
  access: { ADMIN: { shown: { isClosed: [true] } } },
  navigate: '/internalstore/closed?row=:internalStoreId'
})

export const stockLevelsPage = definePage(stockLevels, {
  id: 'warehouse.stockLevels',
  route: '/store/list',
  group: 'store',
  place: 1,
  // The menu opens the external stores. The filter shows the others.
  filters: [{ key: 'StoreTypeEnum', initial: StoreType.external }],
  columns: [
    { key: 'storeName', grow: 1.4, blank: 'warehouse.storeType.inTransit' },
    { key: 'receptionPlaceName', grow: 2 },
    { key: 'containersAmount', header: 'warehouse.column.containers' },
    { key: 'storeType', header: 'warehouse.column.storeType' }
  ],
  marks: [{ name: 'closed', icon: 'lock', tone: 'neutral', when: { isClosed: [true] } }],
  commands: [seeClosedStores],
  panel: [
    detailsTab(stockLevels, ['storeType', 'storeName', 'receptionPlaceName', 'containersAmount', 'reserved', 'free']),
    resourceTab('movements', stockMovements, {
      parent: 'LevelId',
      selection: 'none',
      columns: ['createdAt', 'documentNumber', 'documentType', 'amount', 'reserved']
    }),
    historyTab(stockLevels)
  ]
})

export const internalStoresPage = definePage(internalStores, {
  id: 'warehouse.internalStores',
  route: '/internalstore/list',
  group: 'store',
  place: 2,
  selection: 'none',
  fixed: { IsClosed: false },
  columns: [
    { key: 'storeName', grow: 2 },
    {
      key: 'containersAmount',
      leads: '/store/list?f.StoreTypeEnum=0&row=:levelId&panel=:levelId&tab=movements'
    }
  ]
})
