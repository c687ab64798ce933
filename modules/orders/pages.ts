/** The seven pages of the back office, by status, and the client's list. */
import { definePage } from '../../src/kernel/metadata/pages.ts'
import { driverChoices, vehicleChoices } from '../fleet/public.ts'
import { accept } from './commands/accept.ts'
import { cancel } from './commands/cancel.ts'
import { correct } from './commands/correct.ts'
import { edit } from './commands/edit.ts'
import { finish } from './commands/finish.ts'
import { notifyDriver } from './commands/notify-driver.ts'
import { place } from './commands/place.ts'
import { placeAgain } from './commands/place-again.ts'
import { print } from './commands/print.ts'
import { realize } from './commands/realize.ts'
import { report } from './commands/report.ts'
import { restore } from './commands/restore.ts'
import { setOptimaNumber } from './commands/set-optima-number.ts'
import { sync } from './commands/sync.ts'
import { undo } from './commands/undo.ts'
import { clientPanel, staffPanel } from './panel.ts'
import { orders } from './resource.ts'
import { OrderStatus } from './schema.ts'

const postalCode = { key: 'PostalCode', mask: '99-999', placeholder: '09-410' } as const

const client = [
  { key: 'company', grow: 1.6 },
  { key: 'receptionPlace', grow: 1.8 }
] as const
const item = { key: 'orderTypeItemName', grow: 1.2 } as const
const ordered = ['type', item, 'quantity'] as const
const vehicle = { key: 'vehicle', blank: 'orders.noVehicle' } as const
const optimaNumber = { key: 'optimaNumber', grow: 0.9, header: 'orders.column.accountingNumber' } as const

const unanswered = { name: 'unanswered', icon: 'comment', tone: 'warning' } as const
const commented = { name: 'commented', icon: 'comments', tone: 'neutral' } as const

const office = {
  group: 'orders',
  access: ['ADMIN'],
  filters: [postalCode, 'OrderType'],
  selection: 'many',
  tint: [{ when: { overdue: [true] }, tone: 'danger' }],
  marks: [
    { ...unanswered, when: { unansweredComment: [true] } },
    { ...commented, when: { hasComments: [true], unansweredComment: [false] } }
  ]
} as const

export const pages = [
  definePage(orders, {
    ...office,
    id: 'orders.new',
    route: '/orders/new',
    place: 1,
    fixed: { OrderStatus: OrderStatus.new },
    columns: ['number', ...client, ...ordered, 'netValue', 'contactPhone', 'createdAt'],
    commands: [place, edit, accept, cancel],
    panel: staffPanel([edit, accept, cancel])
  }),
  definePage(orders, {
    ...office,
    id: 'orders.accepted',
    route: '/orders/accepted',
    place: 2,
    fixed: { OrderStatus: OrderStatus.accepted },
    columns: ['number', ...client, ...ordered, vehicle, 'contactPhone', 'acceptedDate', 'createdAt'],
    commands: [place, edit, cancel, realize],
    panel: staffPanel([edit, cancel, realize])
  }),
  // Where columns are many, the day that the list is sorted by is the second, to be seen without scrolling.
  definePage(orders, {
    ...office,
    id: 'orders.inProgress',
    route: '/orders/in-progress',
    place: 3,
    fixed: { OrderStatus: OrderStatus.inProgress },
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
      { name: 'untold', filters: { NotificationSent: false } }
    ],
    columns: [
      'number',
      'createdAt',
      ...client,
      item,
      'receptionCount',
      vehicle,
      'realizationDate',
      'route',
      { key: 'sequenceInRoute', header: 'orders.column.stop' },
      { key: 'notificationSent', header: 'orders.column.notified' },
      'contactPhone',
      'operator'
    ],
    commands: [place, finish, cancel, restore, notifyDriver, print],
    panel: staffPanel([finish, cancel, restore])
  }),
  definePage(orders, {
    ...office,
    id: 'orders.completed',
    route: '/orders/completed',
    place: 4,
    fixed: { OrderStatus: OrderStatus.completed },
    filters: [postalCode, 'OptimaStatus', 'OrderType', { key: 'VehicleId', options: vehicleChoices }],
    columns: [
      'number',
      'createdAt',
      ...client,
      item,
      'receptionCount',
      'receivingDate',
      'netValue',
      { key: 'optimaStatus', header: 'orders.column.accounting' },
      optimaNumber,
      vehicle,
      'operator',
      'finishedAt'
    ],
    commands: [place, correct, undo, sync, setOptimaNumber],
    panel: staffPanel([correct, undo, sync, setOptimaNumber])
  }),
  definePage(orders, {
    ...office,
    id: 'orders.invoiced',
    route: '/orders/invoiced',
    place: 5,
    fixed: { OrderStatus: OrderStatus.invoiced },
    columns: [
      'number',
      'createdAt',
      ...client,
      item,
      'receptionCount',
      'receivingDate',
      'netValue',
      optimaNumber,
      { key: 'invoiceNumber', grow: 0.9 },
      'operator',
      'finishedAt'
    ],
    commands: [place],
    panel: staffPanel([])
  }),
  definePage(orders, {
    ...office,
    id: 'orders.canceled',
    route: '/orders/canceled',
    place: 6,
    fixed: { OrderStatus: OrderStatus.canceled },
    columns: ['number', ...client, ...ordered, { key: 'reasonForCancellation', grow: 1.4 }, 'canceledAt', 'createdAt'],
    commands: [place],
    panel: staffPanel([])
  }),
  definePage(orders, {
    ...office,
    id: 'orders.all',
    route: '/orders/all',
    place: 7,
    opens: false,
    filters: [postalCode, 'Unanswered', 'OrderType', { key: 'VehicleId', options: vehicleChoices }],
    columns: ['number', 'currentStatus', ...client, ...ordered, vehicle, 'createdAt'],
    commands: [place, accept, cancel, report],
    panel: staffPanel([accept, cancel])
  }),
  definePage(orders, {
    id: 'orders.client',
    route: '/client/orders',
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
      { key: 'receptionPlace', grow: 1.8 },
      item,
      'quantity',
      'netValue',
      'createdAt'
    ],
    commands: [place, edit, cancel, placeAgain],
    panel: clientPanel([edit, cancel, placeAgain])
  })
]
