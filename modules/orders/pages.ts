/** The pages of the back office by status, that of a day, and the client's list. */
import { definePage } from '../../src/kernel/pages/pages.ts'
import { besideRows } from '../../src/kernel/pages/tabs.ts'
import { driverChoices, vehicleChoices } from '../fleet/public.ts'
import { cancel } from './commands/cancel.ts'
import { edit } from './commands/edit.ts'
import { report } from './commands/links.ts'
import { place } from './commands/place.ts'
import { placeAgain } from './commands/place-again.ts'
import { placeForNewClient } from './commands/place-for-new-client.ts'
import { realize } from './commands/realize.ts'
import { day } from './day-view.ts'
import { clientHead, clientPanel, planMarks, staffHead, staffPanel, urgentMark } from './panel.ts'
import { orderPanelTabs, ownOrderPanelTabs } from './points.ts'
import { orders } from './resource.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'
import { work, workOfAll } from './work.ts'

const postalCode = { key: 'PostalCode', mask: '99-999', placeholder: '09-410' } as const

// Rows have two lines, so that related values are together and all columns fit on the screen. A long name may use both lines.
const createdAt = { key: 'createdAt', under: 'number' } as const
const client = [
  { key: 'company', grow: 2 },
  { key: 'receptionPlace', grow: 2, under: 'company' }
] as const
const item = { key: 'orderTypeItemName', grow: 1.2 } as const
const ordered = ['type', { ...item, under: 'type' }, 'quantity'] as const
const received = [item, { key: 'receptionCount', under: 'orderTypeItemName' }] as const
/** By the tonne the value is a price; what will be owed stands below it once that is known. */
const worth = ['netValue', { key: 'netOwed', header: 'orders.column.owed', under: 'netValue', quiet: true }] as const
/** When the client wishes the collection. */
const wished = [
  { key: 'wishedDate', format: 'weekday' },
  { key: 'wishedPart', under: 'wishedDate', quiet: true }
] as const
const wishFilters = ['WishedDate', 'Urgent'] as const
const urgentOnes = { name: 'urgent', filters: { Urgent: true } } as const

/** What was collected: values of like width share a cell, and some columns begin hidden, so that the others fit on the screen. */
const collected = [
  item,
  { key: 'kpo', under: 'orderTypeItemName' },
  { key: 'tonnage', header: 'orders.column.weighed' },
  { key: 'receptionCount', under: 'tonnage' },
  'receivingDate',
  { key: 'driver', under: 'receivingDate' },
  { key: 'operator', beginsHidden: true }
] as const
const finishedAt = { key: 'finishedAt', beginsHidden: true } as const
const vehicle = { key: 'vehicle', blank: 'orders.noVehicle', format: 'beforeComma' } as const
const optimaNumber = { key: 'optimaNumber', header: 'orders.column.accountingNumber' } as const

/** For lists with orders in progress: others cannot be overdue, and without a tint there is less space for icons. */
const late = { tint: [{ name: 'overdue', when: { overdue: [true] }, tone: 'danger' }] } as const

const unanswered = { name: 'unanswered', icon: 'comment', tone: 'warning' } as const
const commented = { name: 'commented', icon: 'comments', tone: 'neutral' } as const

const noted = { name: 'noted', icon: 'file-edit', tone: 'neutral' } as const

const placing = [place, placeForNewClient]

const office = {
  panelHead: staffHead,
  panelPoint: orderPanelTabs,
  group: 'orders',
  access: ['ADMIN'],
  filters: [postalCode, 'OrderType'],
  selection: 'many',
  sums: ['load', { key: 'netOwed', saysBlank: true }, { key: 'receptionPlace', distinct: true }],
  marks: [
    ...planMarks,
    { name: 'outsideHours', icon: 'clock', tone: 'warning', when: { outsideHours: [true] } },
    { ...unanswered, when: { unansweredComment: [true] } },
    { ...commented, when: { hasComments: [true], unansweredComment: [false] } },
    { ...noted, when: { hasAdditionalInfo: [true] } }
  ]
} as const

export const newOrdersPage = definePage(orders, {
  ...office,
  id: 'orders.new',
  route: '/orders/new',
  goKey: 'n',
  place: 1,
  fixed: { OrderStatus: OrderStatus.new },
  counted: true,
  filters: [postalCode, 'OrderType', ...wishFilters],
  quick: [urgentOnes],
  offers: placing,
  columns: ['number', ...client, ...ordered, 'netValue', 'contactPhone', ...wished, createdAt],
  commands: [...placing, ...work.new.bar],
  panel: staffPanel(work.new.panel)
})

const routed = [
  vehicle,
  { key: 'realizationDate', under: 'vehicle' },
  'route',
  { key: 'sequenceInRoute', header: 'orders.column.stop', under: 'route' }
] as const
const notified = { key: 'notified', header: 'orders.column.notified' } as const
/** What the driver reports of the stop. */
const stopState = { key: 'stopState', header: 'orders.column.stopState' } as const

export const inProgressPage = definePage(orders, {
  ...office,
  ...late,
  id: 'orders.inProgress',
  route: '/orders/in-progress',
  goKey: 'r',
  place: 3,
  fixed: { OrderStatus: OrderStatus.inProgress },
  counted: { filters: { Overdue: true }, tone: 'danger' },
  filters: [
    postalCode,
    'RealizationDate',
    { key: 'VehicleId', options: vehicleChoices },
    { key: 'DriverId', options: driverChoices },
    'NotificationSent',
    'OrderType',
    'Urgent',
    'Overdue'
  ],
  quick: [
    { name: 'today', filters: { RealizationDate: 'today', Overdue: '' } },
    { name: 'tomorrow', filters: { RealizationDate: 'tomorrow', Overdue: '' } },
    { name: 'overdue', filters: { Overdue: true, RealizationDate: '' } },
    { name: 'notNotified', filters: { NotificationSent: false } }
  ],
  columns: [
    'number',
    createdAt,
    ...client,
    ...received,
    ...routed,
    notified,
    stopState,
    'contactPhone',
    { key: 'operator', under: 'contactPhone' }
  ],
  commands: [...placing, ...work.inProgress.bar],
  views: [day],
  panel: staffPanel(work.inProgress.panel)
})

export const completedPage = definePage(orders, {
  ...office,
  id: 'orders.completed',
  route: '/orders/completed',
  goKey: 'z',
  place: 4,
  fixed: { OrderStatus: OrderStatus.completed },
  // completed orders wait for their invoice
  counted: { filters: { OptimaStatus: OptimaStatus.failed }, tone: 'danger' },
  filters: [postalCode, 'OptimaStatus', 'NeedsNumber', 'OrderType', { key: 'VehicleId', options: vehicleChoices }],
  quick: [
    { name: 'toSend', filters: { OptimaStatus: OptimaStatus.notSent, NeedsNumber: false } },
    { name: 'needsNumber', filters: { NeedsNumber: true, OptimaStatus: '' } }
  ],
  columns: [
    'number',
    createdAt,
    ...client,
    ...collected,
    ...worth,
    { key: 'optimaStatus', header: 'orders.column.accounting' },
    { ...optimaNumber, under: 'optimaStatus' },
    { ...vehicle, beginsHidden: true },
    finishedAt
  ],
  commands: [...placing, ...work.completed.bar],
  panel: staffPanel(work.completed.panel)
})

export const allOrdersPage = definePage(orders, {
  ...office,
  ...late,
  id: 'orders.all',
  route: '/orders/all',
  goKey: 'w',
  place: 7,
  // the documents say so
  doubleClick: false,
  filters: [postalCode, 'Unanswered', 'OrderType', { key: 'VehicleId', options: vehicleChoices }],
  columns: ['number', 'currentStatus', ...client, ...ordered, vehicle, createdAt],
  commands: [...placing, ...workOfAll('bar'), report],
  panel: staffPanel(workOfAll('panel'))
})

/** What a planner takes from while a day is planned. */
const toPlan = besideRows(orders, {
  name: 'orders.toPlan',
  part: 'orders.besideDay',
  fixed: { OrderStatus: OrderStatus.accepted },
  selection: 'many',
  sort: 'acceptedDate',
  marks: office.marks,
  columns: ['company', 'number', 'acceptedDate', 'receptionPlace', 'orderTypeItemName', 'quantity', ...wished],
  commands: [realize]
})

/** One day of the orders in progress, by vehicles, and beside it what is still to be planned. */
const dayPage = definePage(orders, {
  ...office,
  ...late,
  id: 'orders.day',
  route: '/orders/day',
  goKey: 't',
  place: 8,
  fixed: { OrderStatus: OrderStatus.inProgress },
  filters: [
    'RealizationDate',
    postalCode,
    { key: 'VehicleId', options: vehicleChoices },
    { key: 'DriverId', options: driverChoices },
    'NotificationSent',
    'OrderType',
    'Urgent'
  ],
  quick: [{ name: 'notNotified', filters: { NotificationSent: false } }],
  // beside the rows stands what is still to be planned: what is left of a window of 1280 px has room for these
  columns: [
    'number',
    { ...stopState, under: 'number', quiet: true },
    { key: 'createdAt', beginsHidden: true },
    ...client,
    ...received,
    ...routed,
    notified,
    { key: 'wishedPart', under: 'notified', quiet: true },
    { key: 'contactPhone', beginsHidden: true },
    { key: 'operator', beginsHidden: true }
  ],
  commands: [...placing, ...work.inProgress.bar],
  // the board shows all of a day at once
  pageSize: 200,
  day: {
    filter: 'RealizationDate',
    view: { ...day, texts: 'orders.inProgress.view.day' },
    beside: toPlan,
    board: 'orders.board'
  },
  panel: staffPanel(work.inProgress.panel)
})

export const pages = [
  newOrdersPage,
  definePage(orders, {
    ...office,
    id: 'orders.accepted',
    route: '/orders/accepted',
    goKey: 'p',
    words: true,
    place: 2,
    fixed: { OrderStatus: OrderStatus.accepted },
    counted: true,
    filters: [postalCode, 'OrderType', ...wishFilters],
    quick: [{ name: 'tomorrow', filters: { WishedDate: 'tomorrow' } }, urgentOnes],
    columns: [
      'number',
      ...client,
      ...ordered,
      // accepted orders mostly have none
      { ...vehicle, beginsHidden: true },
      'contactPhone',
      ...wished,
      'acceptedDate',
      createdAt
    ],
    commands: [...placing, ...work.accepted.bar],
    panel: staffPanel(work.accepted.panel)
  }),
  inProgressPage,
  completedPage,
  definePage(orders, {
    ...office,
    id: 'orders.invoiced',
    route: '/orders/invoiced',
    goKey: 'f',
    place: 5,
    fixed: { OrderStatus: OrderStatus.invoiced },
    columns: [
      'number',
      createdAt,
      ...client,
      ...collected,
      ...worth,
      optimaNumber,
      { key: 'invoiceNumber', under: 'optimaNumber' },
      finishedAt
    ],
    commands: [...placing, ...work.invoiced.bar],
    panel: staffPanel(work.invoiced.panel)
  }),
  definePage(orders, {
    ...office,
    id: 'orders.canceled',
    route: '/orders/canceled',
    goKey: 'a',
    place: 6,
    fixed: { OrderStatus: OrderStatus.canceled },
    columns: ['number', ...client, ...ordered, { key: 'reasonForCancellation', grow: 1.4 }, 'canceledAt', createdAt],
    commands: [...placing, ...work.canceled.bar],
    panel: staffPanel(work.canceled.panel)
  }),
  allOrdersPage,
  dayPage,
  definePage(orders, {
    id: 'orders.client',
    route: '/client/orders',
    goKey: 'o',
    group: 'portal',
    place: 1,
    icon: 'truck',
    access: ['CLIENT_ADMIN', 'CLIENT'],
    pageSize: 200,
    filters: ['OrderStatus'],
    marks: [urgentMark, { ...commented, when: { hasComments: [true] } }],
    columns: [
      'number',
      'currentStatus',
      { key: 'collectionDate', format: 'weekday', grow: 0.9 },
      { key: 'receptionPlace', grow: 2 },
      { ...item, under: 'receptionPlace' },
      'quantity',
      ...worth,
      { key: 'createdAt', format: 'weekday', card: false }
    ],
    commands: [place, edit, cancel, placeAgain],
    panelHead: clientHead,
    panelPoint: ownOrderPanelTabs,
    panel: clientPanel([edit, cancel, placeAgain])
  })
]
