import { defineModule } from '../../src/kernel/module.ts'
import { clientPanelTabs, placeDistances } from '../companies/public.ts'
import { fileFolders } from '../files/public.ts'
import { addDocument } from './documents/commands/add.ts'
import { approveDocument, removeDocument } from './documents/commands/buffer.ts'
import { cancelDocument } from './documents/commands/cancel.ts'
import { editDocument } from './documents/commands/edit.ts'
import { linkOrder, unlinkOrder } from './documents/commands/order.ts'
import { companyFilesTab } from './documents/company-files.ts'
import { documentEvents } from './documents/events.ts'
import { documentsPage } from './documents/pages.ts'
import { documentFolder, documents } from './documents/resource.ts'
import { ClientDocumentType, DocumentStatus, DocumentType } from './documents/schema.ts'
import { distancesOfPlaces } from './fragments.ts'
import { beforeStoreRemoval, findOrder, storeContainersAmount } from './points.ts'
import { routes } from './routes.ts'
import { stockLevels, stockMovements } from './stock/levels.ts'
import { internalStoresPage, stockLevelsPage } from './stock/pages.ts'
import { rebuildLevel, reportDifferences, stockMaintenance } from './stock/rebuild.ts'
import { StoreType } from './stock/schema.ts'
import { internalStores } from './stock/stores.ts'

/** Internal stores with their borders, documents with their files, and the stock that documents change. */
export const warehouse = defineModule({
  name: 'warehouse',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [DocumentType, ClientDocumentType, DocumentStatus, StoreType],
  resources: [documents, internalStores, stockLevels, stockMovements],
  commands: [addDocument, approveDocument, cancelDocument, editDocument, removeDocument, linkOrder, unlinkOrder],
  systemCommands: [rebuildLevel],
  events: documentEvents,
  maintenance: [stockMaintenance],
  pages: [stockLevelsPage, internalStoresPage, documentsPage],
  routes,
  extensionPoints: [findOrder, storeContainersAmount, beforeStoreRemoval],
  extends: [
    fileFolders.fill(documentFolder),
    clientPanelTabs.fill({ tabs: [companyFilesTab] }),
    placeDistances.fill(distancesOfPlaces)
  ],
  schedules: [{ name: 'warehouse.stockDifferences', every: '1h', run: reportDifferences }]
})
