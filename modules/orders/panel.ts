import type { Panel } from '../../src/kernel/pages.ts'
import { accept } from './commands/accept.ts'
import { cancel } from './commands/cancel.ts'
import { orderRows } from './rows.ts'
import { OrderDetails } from './schema.ts'

const load = '/api/Admin/Orders/:id/details'
const noun = 'orders.order'
const none = 'orders.none'

/** The order's side panel. Which action stands open is said by the commands themselves. */
export const orderPanel: Panel = {
  name: 'orders.panel',
  title: 'orders.panel.title',
  tabs: [
    {
      name: 'details',
      title: 'orders.panel.details',
      kind: 'fields',
      load,
      schema: OrderDetails,
      noun,
      commands: [accept, cancel],
      fields: [
        { key: 'currentStatus', group: 'orders.panel.order' },
        { key: 'company', group: 'orders.panel.order' },
        { key: 'receptionPlace', group: 'orders.panel.order' },
        { key: 'receptionPlacePhone', group: 'orders.panel.order', blank: none },
        { key: 'type', group: 'orders.panel.order' },
        { key: 'orderTypeItemName', group: 'orders.panel.order' },
        { key: 'quantity', group: 'orders.panel.order' },
        { key: 'createdAt', group: 'orders.panel.order' },
        { key: 'acceptedDate', group: 'orders.panel.order', blank: none },
        { key: 'netPrice', group: 'orders.panel.price' },
        { key: 'grossPrice', group: 'orders.panel.price' },
        { key: 'netValue', group: 'orders.panel.price' },
        { key: 'grossValue', group: 'orders.panel.price' },
        { key: 'paymentType', group: 'orders.panel.price' }
      ]
    },
    {
      name: 'history',
      title: 'orders.panel.history',
      kind: 'timeline',
      load: '/api/Admin/Orders/:id/history',
      rows: orderRows
    },
    {
      name: 'additional',
      title: 'orders.panel.additional',
      kind: 'fields',
      load,
      schema: OrderDetails,
      noun,
      fields: [
        { key: 'additionalInfo', blank: none },
        { key: 'reasonForCancellation', blank: none },
        { key: 'cancellationComment', blank: none },
        { key: 'vehicle', blank: 'orders.noVehicle' },
        { key: 'optimaNumber', blank: none },
        { key: 'invoiceNumber', blank: none }
      ]
    }
  ]
}
