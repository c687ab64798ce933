/** The list of documents, for staff, and its panel. */
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { stockMovements } from '../stock/levels.ts'
import { addDocument } from './add.ts'
import { approveDocument } from './approve.ts'
import { cancelDocument } from './cancel.ts'
import { fetchDocumentFile } from './company-files.ts'
import { editDocument } from './edit.ts'
import { linkOrder, unlinkOrder } from './order.ts'
import { removeDocument } from './remove.ts'
import { documents } from './resource.ts'

const changes = [
  approveDocument,
  cancelDocument,
  fetchDocumentFile,
  editDocument,
  removeDocument,
  linkOrder,
  unlinkOrder
]

const paper = { group: 'warehouse.documentPanel.document' }
const subject = { group: 'warehouse.documentPanel.subject' }

export const documentsPage = definePage(documents, {
  id: 'warehouse.documents',
  route: '/store/docs',
  goKey: 'd',
  group: 'store',
  place: 3,
  access: ['ADMIN'],
  filters: ['DocumentStatus', 'DocumentType'],
  columns: [
    'documentStatus',
    { key: 'description', header: 'warehouse.column.number', grow: 1.4 },
    { key: 'ownNumber', under: 'description', quiet: true },
    { key: 'documentDate', header: 'warehouse.column.date' },
    { key: 'documentType', under: 'documentDate' },
    { key: 'companyName', grow: 2 },
    { key: 'receptionPlaceName', grow: 2, under: 'companyName' },
    { key: 'internalStoreName', header: 'warehouse.column.store' },
    { key: 'containersNumber', header: 'warehouse.column.quantity' }
  ],
  commands: [addDocument, ...changes],
  panel: [
    detailsTab(
      documents,
      [
        { key: 'documentStatus', ...paper },
        { key: 'number', ...paper },
        { key: 'description', ...paper },
        { key: 'documentType', ...paper },
        { key: 'documentDate', ...paper },
        { key: 'createdAt', ...paper },
        { key: 'correctsNumber', ...paper },
        { key: 'correctionNumber', ...paper },
        { key: 'originalFileName', ...paper },
        { key: 'companyName', ...subject },
        { key: 'receptionPlaceName', ...subject },
        { key: 'internalStoreName', ...subject },
        { key: 'containersNumber', ...subject },
        { key: 'reservationNumber', ...subject },
        { key: 'reservedLeft', ...subject },
        { key: 'orderNumber', ...subject }
      ],
      { commands: changes }
    ),
    resourceTab('movements', stockMovements, {
      parent: 'DocumentId',
      selection: 'none',
      columns: ['storeName', 'receptionPlaceName', 'amount', 'reserved']
    }),
    historyTab(documents)
  ]
})
