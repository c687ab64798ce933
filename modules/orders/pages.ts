/** The seven pages of the back office, by status, and the client's list. */
import { definePage } from '../../src/kernel/pages/pages.ts'
import { driverChoices, vehicleChoices } from '../fleet/public.ts'
import { callOff, settleCalledOff } from './called-off/commands.ts'
import { calledOffRoutes } from './called-off/resource.ts'
import { accept } from './commands/accept.ts'
import { setOptimaNumber, sync } from './commands/accounting.ts'
import { cancel } from './commands/cancel.ts'
import { correct } from './commands/correct.ts'
import { edit } from './commands/edit.ts'
import { finish } from './commands/finish.ts'
import { print, report, route } from './commands/links.ts'
import { notifyDriver } from './commands/notify-driver.ts'
import { place } from './commands/place.ts'
import { placeAgain } from './commands/place-again.ts'
import { realize } from './commands/realize.ts'
import { replan } from './commands/replan.ts'
import { restore } from './commands/restore.ts'
import { setInvoiceNumber } from './commands/set-invoice-number.ts'
import { undo, undoInvoice } from './commands/undo.ts'
import { clientHead, clientPanel, staffHead, staffPanel } from './panel.ts'
import { orders } from './resource.ts'
import { OptimaStatus, OrderStatus } from './schema.ts'

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

/** The route has changed since its driver was notified. */
const changed = { name: 'changed', tone: 'warning', when: { changed: [true] } } as const

/** The view by days: the stops of each vehicle and day in their order, under a heading with the summary of the route. */
const day = {
  name: 'day',
  sort: 'sequenceInRoute',
  groupBy: [
    { key: 'realizationDate', format: 'weekday' },
    { key: 'vehicle', blank: 'orders.noVehicle' }
  ],
  groups: {
    key: 'routeId',
    filter: 'RouteId',
    summary: '/api/Admin/Orders/routes',
    title: 'registerNumber',
    marks: [
      { name: 'over', tone: 'warning', when: { over: [true] } },
      changed,
      { name: 'otherDriver', tone: 'warning', when: { otherDriver: [true] } },
      { name: 'driverElsewhere', tone: 'warning', when: { driverElsewhere: [true] } },
      { name: 'driverAway', tone: 'danger', when: { driverAway: [true] } },
      { name: 'outOfService', tone: 'danger', when: { outOfService: [true] } }
    ],
    commands: [notifyDriver, print, route, replan, finish],
    rowless: {
      resource: calledOffRoutes,
      fixed: { CalledOff: true, limit: 50 },
      titles: [{ key: 'day', format: 'weekday' }, 'registerNumber'],
      commands: [callOff, settleCalledOff]
    },
    over: {
      filter: 'RealizationDate',
      summary: '/api/Admin/Orders/days',
      marks: [{ name: 'doubleBooked', tone: 'warning', when: { driverElsewhere: [true] } }, changed],
      commands: [notifyDriver, print]
    }
  }
} as const

/** For lists with orders in progress: others cannot be overdue, and without a tint there is less space for icons. */
const late = { tint: [{ when: { overdue: [true] }, tone: 'danger' }] } as const

const unanswered = { name: 'unanswered', icon: 'comment', tone: 'warning' } as const
const commented = { name: 'commented', icon: 'comments', tone: 'neutral' } as const

const noted = { name: 'noted', icon: 'file-edit', tone: 'neutral' } as const

const office = {
  panelHead: staffHead,
  group: 'orders',
  access: ['ADMIN'],
  filters: [postalCode, 'OrderType'],
  selection: 'many',
  sums: ['load', { key: 'netOwed', saysBlank: true }, { key: 'receptionPlace', distinct: true }],
  marks: [
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
  columns: ['number', ...client, ...ordered, 'netValue', 'contactPhone', createdAt],
  commands: [place, edit, accept, cancel],
  panel: staffPanel([edit, accept, cancel])
})

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
    vehicle,
    { key: 'realizationDate', under: 'vehicle' },
    'route',
    { key: 'sequenceInRoute', header: 'orders.column.stop', under: 'route' },
    { key: 'notified', header: 'orders.column.notified' },
    'contactPhone',
    { key: 'operator', under: 'contactPhone' }
  ],
  commands: [place, finish, notifyDriver, print, route, replan, cancel, restore],
  views: [day],
  panel: staffPanel([finish, replan, cancel, restore])
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
  commands: [place, correct, undo, sync, setOptimaNumber, setInvoiceNumber],
  panel: staffPanel([correct, undo, sync, setOptimaNumber, setInvoiceNumber])
})

export const allOrdersPage = definePage(orders, {
  ...office,
  ...late,
  id: 'orders.all',
  route: '/orders/all',
  goKey: 'w',
  place: 7,
  opens: false,
  filters: [postalCode, 'Unanswered', 'OrderType', { key: 'VehicleId', options: vehicleChoices }],
  columns: ['number', 'currentStatus', ...client, ...ordered, vehicle, createdAt],
  commands: [place, accept, cancel, report],
  panel: staffPanel([accept, cancel])
})

export const pages = [
  newOrdersPage,
  definePage(orders, {
    ...office,
    id: 'orders.accepted',
    route: '/orders/accepted',
    goKey: 'p',
    place: 2,
    fixed: { OrderStatus: OrderStatus.accepted },
    counted: true,
    columns: ['number', ...client, ...ordered, vehicle, 'contactPhone', 'acceptedDate', createdAt],
    commands: [place, edit, cancel, realize],
    panel: staffPanel([edit, cancel, realize])
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
    commands: [place, undoInvoice],
    panel: staffPanel([undoInvoice])
  }),
  definePage(orders, {
    ...office,
    id: 'orders.canceled',
    route: '/orders/canceled',
    goKey: 'a',
    place: 6,
    fixed: { OrderStatus: OrderStatus.canceled },
    columns: ['number', ...client, ...ordered, { key: 'reasonForCancellation', grow: 1.4 }, 'canceledAt', createdAt],
    commands: [place],
    panel: staffPanel([])
  }),
  allOrdersPage,
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
    marks: [{ ...commented, when: { hasComments: [true] } }],
    columns: [
      'number',
      'currentStatus',
      { key: 'realizationDate', format: 'weekday', grow: 0.9 },
      { key: 'receptionPlace', grow: 2 },
      { ...item, under: 'receptionPlace' },
      'quantity',
      ...worth,
      { key: 'createdAt', card: false }
    ],
    commands: [place, edit, cancel, placeAgain],
    panelHead: clientHead,
    panel: clientPanel([edit, cancel, placeAgain])
  })
]
