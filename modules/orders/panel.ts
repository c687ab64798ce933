import type { Button } from '../../src/kernel/commands/command.ts'
import type { FieldsTab, Panel, Tab } from '../../src/kernel/metadata/pages.ts'
import { SentMessage } from '../notifications/schema.ts'
import { addComment } from './commands/comment.ts'
import { orderDetails } from './resource.ts'
import { OrderDetails as schema } from './schema.ts'

const load = '/api/Admin/Orders/:id/details'
const resourceType = 'orders.order'
const none = 'orders.none'
const order = 'orders.panel.order'
const price = 'orders.panel.price'
const carriage = 'orders.panel.carriage'

type Field = FieldsTab['fields'][number]

/** How an order is driven: vehicle and driver, route and notice are for staff. */
const planned: readonly Field[] = [
  { key: 'driver', group: carriage, blank: none },
  { key: 'route', group: carriage, blank: none },
  { key: 'sequenceInRoute', group: carriage, blank: none },
  { key: 'notificationSent', group: carriage }
]

const detailFields = (more: readonly Field[]): readonly Field[] => [
  { key: 'currentStatus', group: order },
  { key: 'company', group: order },
  { key: 'receptionPlace', group: order },
  { key: 'receptionPlacePhone', group: order, blank: none },
  { key: 'type', group: order },
  { key: 'orderTypeItemName', group: order },
  { key: 'quantity', group: order },
  { key: 'createdAt', group: order },
  { key: 'acceptedDate', group: order, blank: none },
  { key: 'netPrice', group: price },
  { key: 'grossPrice', group: price },
  { key: 'netValue', group: price },
  { key: 'vatRate', group: price },
  { key: 'vatValue', group: price },
  { key: 'grossValue', group: price },
  { key: 'paymentType', group: price },
  { key: 'vehicle', group: carriage, blank: 'orders.noVehicle' },
  { key: 'realizationDate', group: carriage, blank: none },
  ...more,
  { key: 'recycleOperatorName', group: carriage, blank: none },
  { key: 'internalStoreName', group: carriage, blank: none },
  { key: 'quantityTaken', group: carriage, blank: none },
  { key: 'tonnage', group: carriage, blank: none },
  { key: 'kpo', group: carriage, blank: none },
  { key: 'receivingDate', group: carriage, blank: none },
  { key: 'finishedAt', group: carriage, blank: none }
]

const comments: Tab = {
  name: 'comments',
  title: 'orders.panel.comments',
  kind: 'comments',
  load: '/api/Admin/Orders/:id/comments',
  commands: [addComment]
}

const details = (commands: readonly Button[], fields: readonly Field[]): Tab => ({
  name: 'details',
  title: 'orders.panel.details',
  kind: 'fields',
  load,
  schema,
  resourceType,
  commands,
  fields
})

const history: Tab = {
  name: 'history',
  title: 'orders.panel.history',
  kind: 'timeline',
  load: '/api/Admin/Orders/:id/history',
  rows: orderDetails
}

const additional: Tab = {
  name: 'additional',
  title: 'orders.panel.additional',
  kind: 'fields',
  load,
  schema,
  resourceType,
  fields: [
    { key: 'additionalInfo', blank: none },
    { key: 'reasonForCancellation', blank: none },
    { key: 'cancellationComment', blank: none },
    { key: 'canceledAt', blank: none },
    { key: 'manually' },
    { key: 'optimaStatus' },
    { key: 'optimaNumber', blank: none },
    { key: 'invoiceNumber', blank: none }
  ]
}

/** What the order's driver was sent. */
const sent: Tab = {
  name: 'sent',
  title: 'orders.panel.sent',
  kind: 'list',
  load: '/api/Notifications/sent?orderId=:id&OrderBy=SentDate&Desc=true',
  schema: SentMessage,
  resourceType: 'notifications.sent',
  columns: ['sentDate', 'channel', 'status', 'error', 'body']
}

const panel = { name: 'orders.panel', title: 'orders.panel.title' }

/** The order's side panel. Which actions stand over its details is the page's to say; what each needs, the commands'. */
export const staffPanel = (actions: readonly Button[]): Panel => ({
  ...panel,
  tabs: [comments, details(actions, detailFields(planned)), history, additional, sent]
})

/** What a client sees of its order, the order itself first: not how it is driven, and no letters to others. */
export const clientPanel = (actions: readonly Button[]): Panel => ({
  ...panel,
  tabs: [details(actions, detailFields([])), history, comments, additional]
})
