/**
 * The page of reconciliation. It is among the validators, because staff work through it like through findings. It begins with open
 * orders, of those that lack only an invoice with the ones that have waited for it; filters show the others.
 */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { OrderType } from '../../catalogue/schema.ts'
import { orderDocumentForm } from '../../orders/public.ts'
import { documentCreation } from '../../warehouse/resources.ts'
import { explain, reopen } from './commands.ts'
import { reconciliations } from './resource.ts'
import { ReconciliationState } from './schema.ts'

const seeOrder = defineLink(reconciliations, {
  name: 'validators.seeReconciledOrder',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'inbox' },
  navigate: '/orders/all?row=:id&panel=:id'
})

/** A link to the order's own tab of documents, where a missing one can be added. Only orders for containers have that tab. */
const seeDocuments = defineLink(reconciliations, {
  name: 'validators.seeDocuments',
  selection: 'one',
  access: { ADMIN: { shown: { type: [OrderType.container] } } },
  ui: { icon: 'file' },
  navigate: '/orders/all?row=:id&panel=:id&tab=documents'
})

/** The document that an order for containers lacks, with what the order knows: a row has the id of its order. */
const addDocument = defineLink(reconciliations, {
  name: 'validators.addOrderDocument',
  selection: 'one',
  access: { ADMIN: { when: { document: [null] }, shown: { type: [OrderType.container] }, form: orderDocumentForm } },
  ui: { icon: 'plus' },
  creates: documentCreation.command
})

const commands = [explain, addDocument, seeOrder, seeDocuments, reopen]

const order = { group: 'validators.reconciliationPanel.order' }
const papers = { group: 'validators.reconciliationPanel.papers' }
const result = { group: 'validators.reconciliationPanel.result' }

export const reconciliationPage = definePage(reconciliations, {
  id: 'validators.reconciliation',
  route: '/validators/reconciliation',
  group: 'validators',
  place: 4,
  counted: true,
  selection: 'many',
  filters: [{ key: 'State', initial: ReconciliationState.open }, { key: 'Due', initial: 'true' }, 'Difference'],
  columns: [
    'number',
    { key: 'finishedAt', under: 'number' },
    { key: 'company', grow: 2 },
    'tonnage',
    'kpo',
    { key: 'document', under: 'kpo' },
    'invoiceNumber',
    { key: 'differences', grow: 1.4 },
    { key: 'state', under: 'differences' }
  ],
  commands,
  panel: [
    detailsTab(
      reconciliations,
      [
        { key: 'number', ...order },
        { key: 'finishedAt', ...order },
        { key: 'company', ...order },
        { key: 'receptionPlace', ...order },
        { key: 'orderTypeItemName', ...order },
        { key: 'quantityTaken', ...order },
        { key: 'tonnage', ...papers },
        { key: 'kpo', ...papers },
        { key: 'document', ...papers },
        { key: 'documentApproved', ...papers },
        { key: 'documentContainers', ...papers },
        { key: 'invoiceNumber', ...papers },
        { key: 'state', ...result },
        { key: 'differences', ...result },
        { key: 'comment', ...result },
        { key: 'explainedDate', ...result }
      ],
      { commands }
    ),
    historyTab(reconciliations)
  ]
})
