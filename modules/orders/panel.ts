/** The side panel of an order. The page decides which commands the details have; each command decides when it is enabled. */
import type { Button } from '../../src/kernel/commands/link.ts'
import {
  type DetailField,
  detailsTab,
  historyTab,
  listTab,
  type PanelHead,
  resourceTab,
  type Tab,
  tabWhen
} from '../../src/kernel/pages/tabs.ts'
import type { ItemOf } from '../../src/kernel/resources/resource.ts'
import { OrderType } from '../catalogue/schema.ts'
import { documentList } from '../warehouse/resources.ts'
import { addDocumentHere, ofContainers } from './commands/add-document.ts'
import { addComment, settleComments } from './comments.ts'
import { orders } from './resource.ts'
import { OrderStatus } from './schema.ts'
import { OrderMessage } from './sent-messages.ts'

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

const prices = [
  ...group('price', 'netPrice', 'grossPrice'),
  priceReasons,
  ...group('price', { key: 'netValue', ...priced }, 'vatRate', { key: 'vatValue', ...priced }),
  ...group('price', { key: 'grossValue', ...priced }, { key: 'netOwed', ...weighed }),
  ...group('price', { key: 'grossOwed', shown: weighed.shown }, 'paymentType')
]
const vehicle = { key: 'vehicle', blank: 'orders.noVehicle' } as const
/** By the tonne what was taken is what was weighed. */
const taken = { key: 'quantityTaken', ...priced } as const

/** What the client wishes. */
const wishes = [
  { key: 'wishedDate', format: 'weekday' },
  'wishedPart',
  { key: 'urgent', shown: { urgent: [true] } }
] as const

const staffDetails = (commands: readonly Button[]): Tab =>
  detailsTab(
    orders,
    [
      ...group('order', 'currentStatus', 'company', 'receptionPlace', 'receptionPlacePhone'),
      ...group('order', 'type', 'orderTypeItemName', 'quantity', 'createdAt', 'acceptedDate', ...wishes),
      ...prices,
      ...group('collection', vehicle, 'realizationDate', 'driver', 'route', 'sequenceInRoute', 'notificationSent'),
      ...group('collection', 'recycleOperatorName', 'internalStoreName', taken, 'tonnage', 'kpo'),
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
    load: '/api/Admin/Orders/:id/messages',
    schema: OrderMessage,
    resourceType: 'notifications.sent',
    columns: ['sentDate', 'type', 'recipient', 'to', 'channel', 'status', 'error', 'body']
  }),
  short: true
}

/** The warehouse documents of an order for containers. */
const papers = tabWhen(
  orders,
  ofContainers,
  resourceTab('documents', documentList.resource, {
    short: true,
    parent: 'OrderId',
    columns: [
      'documentStatus',
      { key: 'description', grow: 1.4 },
      'documentType',
      'documentDate',
      'internalStoreName',
      'containersNumber'
    ],
    commands: [addDocumentHere, ...documentList.commands]
  })
)

export const staffPanel = (actions: readonly Button[]): Tab[] => [
  comments,
  staffDetails(actions),
  historyTab(orders),
  additional,
  sent,
  papers
]

const { new: placed, accepted, inProgress, completed, invoiced, canceled } = OrderStatus
const open = [placed, accepted, inProgress]
/** Of an order that is still to be collected. */
export const urgentMark = {
  name: 'urgent',
  icon: 'bolt',
  tone: 'danger',
  when: { urgent: [true], currentStatus: open }
} as const
/** What the staff should see before they plan. */
export const planMarks = [
  urgentMark,
  { name: 'clientInactive', icon: 'ban', tone: 'danger', when: { clientActive: [false], currentStatus: open } },
  { name: 'notAsWished', icon: 'calendar-times', tone: 'warning', when: { notAsWished: [true] } }
] as const

const goesOn = { currentStatus: [placed, accepted, inProgress, completed, invoiced] }
const isAhead = { currentStatus: open }
const isCollected = { currentStatus: [completed, invoiced] }
const isCanceled = { currentStatus: [canceled] }

/** The steps in the life of an order that a client sees, by the client's words for its states. */
export const steps = [
  { label: 'orders.status.placed', key: 'createdAt', format: 'weekday', reached: {} },
  {
    label: 'orders.status.accepted',
    key: 'acceptedDate',
    format: 'weekday',
    reached: { currentStatus: [accepted, inProgress, completed, invoiced] },
    shown: goesOn
  },
  {
    label: 'orders.status.planned',
    key: 'realizationDate',
    format: 'weekday',
    until: 'wishedDate',
    reached: { currentStatus: [inProgress, completed, invoiced] },
    shown: goesOn
  },
  {
    label: 'orders.status.collected',
    key: 'receivingDate',
    format: 'weekday',
    reached: isCollected,
    shown: goesOn
  },
  { label: 'orders.status.invoiced', key: 'invoiceNumber', reached: { currentStatus: [invoiced] }, shown: goesOn },
  { label: 'orders.status.canceled', key: 'canceledAt', format: 'weekday', reached: isCanceled, shown: isCanceled }
] as const

const only = (shown: NonNullable<DetailField['shown']>, ...fields: readonly Key[]) =>
  fields.map(key => ({ key, shown }))

/**
 * What a client reads of its order: first how far it is, then what was ordered and where. The client knows its own company, and the steps
 * have the days. What no order of this status has is left out, so that nothing is a list of blanks.
 */
const clientDetails = (commands: readonly Button[]): Tab =>
  detailsTab(
    orders,
    [
      ...group('order', 'orderTypeItemName', 'quantity', 'receptionPlace', 'receptionPlacePhone', ...wishes),
      ...group('order', 'additionalInfo', ...only(isCanceled, 'reasonForCancellation', 'cancellationComment')),
      ...prices,
      ...group('price', ...only({ currentStatus: [invoiced] }, 'invoiceNumber')),
      ...group(
        'collection',
        { key: 'realizationDate', format: 'weekday', shown: isAhead },
        { ...vehicle, shown: goesOn }
      ),
      ...group('collection', { ...taken, shown: { ...taken.shown, ...isCollected } }),
      ...group('collection', ...only(isCollected, 'tonnage', 'kpo')),
      ...group('collection', { key: 'receivingDate', format: 'weekday', shown: isCollected })
    ],
    { commands, steps, short: true }
  )

/** The panel of clients. It has no route, no messages to drivers, and no page of its own for the few things that are left. */
export const clientPanel = (actions: readonly Button[]): Tab[] => [clientDetails(actions), historyTab(orders), comments]

/** The panel's head for staff: the client, where, when and by whom the order is collected, and the client's note. */
export const staffHead = {
  badge: 'currentStatus',
  marks: planMarks,
  lines: [
    [{ key: 'company', leads: '/clients/active?row=:companyId&panel=:companyId' }],
    ['receptionPlace', 'receptionPlacePhone'],
    [{ key: 'realizationDate', format: 'weekday' }, 'vehicle']
  ],
  quote: 'additionalInfo'
} as const satisfies PanelHead<Key>

/** The panel's head for clients: the status, where the order is collected, and when it will be or was. */
export const clientHead = {
  badge: 'currentStatus',
  marks: [urgentMark],
  lines: [
    ['receptionPlace'],
    [
      { key: 'realizationDate', format: 'weekday', labelled: true, shown: isAhead },
      { key: 'receivingDate', format: 'weekday', labelled: true, shown: isCollected }
    ]
  ],
  quote: 'additionalInfo'
} as const satisfies PanelHead<Key>
