/** The side panel of an order. The page decides which commands the details have; each command decides when it is enabled. */
import type { Button } from '../../src/kernel/commands/link.ts'
import {
  type DetailField,
  detailsTab,
  historyTab,
  listTab,
  type PanelHead,
  type Tab
} from '../../src/kernel/pages/tabs.ts'
import type { ItemOf } from '../../src/kernel/resources/resource.ts'
import { OrderType } from '../catalogue/schema.ts'
import { SentMessage } from '../notifications/schema.ts'
import { addComment, settleComments } from './comments.ts'
import { orders } from './resource.ts'
import { OrderStatus } from './schema.ts'

type Key = keyof ItemOf<typeof orders>
type Field = Key | DetailField<Key>

const group = (name: 'order' | 'price' | 'collection', ...fields: readonly Field[]): DetailField<Key>[] =>
  fields.map(field => ({ ...(typeof field === 'string' ? { key: field } : field), group: `orders.panel.${name}` }))

/** The explanation of the price. */
const priceReasons = {
  label: 'pricing.trace',
  load: '/api/Admin/Orders/:id/price-reasons',
  part: 'pricing.trace',
  group: 'orders.panel.price'
}

/** By the tonne there is no value, only a price; what is owed follows from the weighed tonnes. */
const priced = { shown: { type: [OrderType.vehicle, OrderType.container] } }
const weighed = { shown: { type: [OrderType.tonnage] }, blank: 'orders.order.netOwed.afterWeighing' }

interface Planned {
  /** Fields after the status. */
  readonly first?: readonly Field[]
  /** Fields after the vehicle. */
  readonly collection?: readonly Field[]
}

const details = (commands: readonly Button[], { first = [], collection = [] }: Planned): Tab =>
  detailsTab(
    orders,
    [
      ...group('order', 'currentStatus', ...first, 'company', 'receptionPlace', 'receptionPlacePhone'),
      ...group('order', 'type', 'orderTypeItemName', 'quantity', 'createdAt', 'acceptedDate'),
      ...group('price', 'netPrice', 'grossPrice'),
      priceReasons,
      ...group('price', { key: 'netValue', ...priced }, 'vatRate', { key: 'vatValue', ...priced }),
      ...group('price', { key: 'grossValue', ...priced }, { key: 'netOwed', ...weighed }),
      ...group('price', { key: 'grossOwed', shown: weighed.shown }, 'paymentType'),
      ...group('collection', { key: 'vehicle', blank: 'orders.noVehicle' }, ...collection),
      ...group('collection', 'recycleOperatorName', 'internalStoreName', 'quantityTaken', 'tonnage', 'kpo'),
      ...group('collection', 'receivingDate', 'finishedAt')
    ],
    { commands, short: true }
  )

const additional = detailsTab(
  orders,
  [
    'additionalInfo',
    'reasonForCancellation',
    'cancellationComment',
    'canceledAt',
    'manually',
    'optimaStatus',
    'optimaNumber',
    'invoiceNumber'
  ],
  { name: 'additional', short: true }
)

const comments: Tab = {
  name: 'comments',
  kind: 'comments',
  load: '/api/Admin/Orders/:id/comments',
  count: 'commentsCount' satisfies Key,
  commands: [settleComments, addComment]
}

/** The messages about the order that were sent: to drivers, and to the client. */
const sent: Tab = {
  ...listTab('sent', {
    load: '/api/Notifications/sent?orderId=:id&OrderBy=SentDate&Desc=true',
    schema: SentMessage,
    resourceType: 'notifications.sent',
    columns: ['sentDate', 'type', 'to', 'channel', 'status', 'error', 'body']
  }),
  short: true
}

export const staffPanel = (actions: readonly Button[]): Tab[] => [
  comments,
  details(actions, { collection: ['realizationDate', 'driver', 'route', 'sequenceInRoute', 'notificationSent'] }),
  historyTab(orders),
  additional,
  sent
]

const { new: placed, accepted, inProgress, completed, invoiced, canceled } = OrderStatus
const goesOn = { currentStatus: [placed, accepted, inProgress, completed, invoiced] }

/** The steps in the life of an order that a client sees, by the client's words for its states. */
export const steps = [
  { label: 'orders.status.placed', key: 'createdAt', reached: {} },
  {
    label: 'orders.status.accepted',
    key: 'acceptedDate',
    reached: { currentStatus: [accepted, inProgress, completed, invoiced] },
    shown: goesOn
  },
  {
    label: 'orders.status.planned',
    key: 'realizationDate',
    format: 'weekday',
    reached: { currentStatus: [inProgress, completed, invoiced] },
    shown: goesOn
  },
  {
    label: 'orders.status.collected',
    key: 'receivingDate',
    reached: { currentStatus: [completed, invoiced] },
    shown: goesOn
  },
  { label: 'orders.status.invoiced', key: 'invoiceNumber', reached: { currentStatus: [invoiced] }, shown: goesOn },
  {
    label: 'orders.status.canceled',
    key: 'canceledAt',
    reached: { currentStatus: [canceled] },
    shown: { currentStatus: [canceled] }
  }
] as const

/**
 * The panel of clients. It begins with the order itself and when it is collected. It has no route and no messages to drivers.
 */
export const clientPanel = (actions: readonly Button[]): Tab[] => [
  details(actions, { first: [{ key: 'realizationDate', format: 'weekday' }] }),
  historyTab(orders, { steps }),
  comments,
  additional
]

/** The panel's head for staff: the client, where, when and by whom the order is collected, and the client's note. */
export const staffHead = {
  badge: 'currentStatus',
  lines: [
    ['company'],
    ['receptionPlace', 'receptionPlacePhone'],
    [{ key: 'realizationDate', format: 'weekday' }, 'vehicle']
  ],
  quote: 'additionalInfo'
} as const satisfies PanelHead<Key>

/** The panel's head for clients: the status, and where and when the order is collected. */
export const clientHead = {
  badge: 'currentStatus',
  lines: [['receptionPlace'], [{ key: 'realizationDate', format: 'weekday' }]],
  quote: 'additionalInfo'
} as const satisfies PanelHead<Key>
