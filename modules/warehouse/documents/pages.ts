/** The list of documents, for staff, and its panel. */
import { definePage, detailsTab, historyTab, resourceTab } from '../../../src/kernel/metadata/pages.ts'
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
  group: 'store',
  place: 3,
  access: ['ADMIN'],
  filters: ['DocumentStatus', 'DocumentType'],
  columns: [
    { key: 'documentStatus', grow: 0.7 },
    { key: 'number', grow: 0.9, header: 'warehouse.column.number' },
    { key: 'documentDate', grow: 0.7, header: 'warehouse.column.date' },
    { key: 'documentType', grow: 1.4 },
    { key: 'companyName', grow: 1.4 },
    { key: 'receptionPlaceName', grow: 1.6 },
    { key: 'internalStoreName', grow: 1, header: 'warehouse.column.store' },
    { key: 'containersNumber', grow: 0.5, header: 'warehouse.column.quantity' }
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
