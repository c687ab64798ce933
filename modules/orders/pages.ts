import type { Static } from '@sinclair/typebox'
import { type Column, defineList } from '../../src/kernel/metadata/pages.ts'
import { accept } from './commands/accept.ts'
import { cancel } from './commands/cancel.ts'
import { correct } from './commands/correct.ts'
import { edit } from './commands/edit.ts'
import { finish } from './commands/finish.ts'
import { notifyDriver } from './commands/notify-driver.ts'
import { place } from './commands/place.ts'
import { print } from './commands/print.ts'
import { realize } from './commands/realize.ts'
import { report } from './commands/report.ts'
import { restore } from './commands/restore.ts'
import { setOptimaNumber } from './commands/set-optima-number.ts'
import { sync } from './commands/sync.ts'
import { clientPanel, staffPanel } from './panel.ts'
import { orderRows } from './resource.ts'
import { type OrderRow, OrderStatus } from './schema.ts'

const call = '/api/Admin/Orders'
const postalCode = { key: 'PostalCode', mask: '99-999', placeholder: '09-410' }

type Columns = readonly Column<Static<typeof OrderRow>>[]

const who: Columns = [
  { key: 'number', grow: 0.8 },
  { key: 'company', grow: 1.6 },
  { key: 'receptionPlace', grow: 1.8 }
]
const what: Columns = [
  { key: 'type', grow: 0.8 },
  { key: 'orderTypeItemName', grow: 1.2 },
  { key: 'quantity', grow: 0.5 }
]
const vehicle = { key: 'vehicle', blank: 'orders.noVehicle', sortable: false } as const
const taken = { key: 'receptionCount', grow: 0.5 } as const
const created = { key: 'createdAt', grow: 0.8 } as const
/** Where columns are many, the day that the list is sorted by stands where it is seen without scrolling. */
const whoAndWhen: Columns = [...who.slice(0, 1), created, ...who.slice(1)]
const numbers: Columns = [
  { key: 'optimaNumber', grow: 0.9, blank: 'orders.none', header: 'orders.column.accountingNumber' },
  { key: 'invoiceNumber', grow: 0.9, blank: 'orders.none' }
]

const office = {
  call,
  group: 'orders',
  access: ['ADMIN'],
  search: true,
  filters: [postalCode],
  sort: '-createdAt',
  pageSize: 35,
  selection: 'many',
  tint: [{ when: { overdue: [true] }, tone: 'danger' }]
} as const

export const pages = [
  defineList(orderRows)({
    ...office,
    id: 'orders.new',
    route: '/orders/new',
    fixed: { OrderStatus: OrderStatus.new },
    columns: [...who, ...what, { key: 'netValue', grow: 0.8 }, { key: 'contactPhone', grow: 0.8 }, created],
    commands: [place, edit, accept, cancel],
    panel: staffPanel([edit, accept, cancel])
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.accepted',
    route: '/orders/accepted',
    fixed: { OrderStatus: OrderStatus.accepted },
    columns: [
      ...who,
      ...what,
      vehicle,
      { key: 'contactPhone', grow: 0.8 },
      { key: 'acceptedDate', grow: 0.8 },
      created
    ],
    commands: [place, edit, cancel, realize],
    panel: staffPanel([edit, cancel, realize])
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.inProgress',
    route: '/orders/in-progress',
    fixed: { OrderStatus: OrderStatus.inProgress },
    filters: [postalCode, 'Overdue'],
    columns: [
      ...whoAndWhen,
      { key: 'orderTypeItemName', grow: 1.2 },
      taken,
      vehicle,
      { key: 'realizationDate', grow: 0.8 },
      { key: 'route', grow: 0.5, blank: 'orders.none' },
      { key: 'sequenceInRoute', grow: 0.5, blank: 'orders.none', header: 'orders.column.stop' },
      { key: 'notificationSent', grow: 0.6, header: 'orders.column.told' },
      { key: 'contactPhone', grow: 0.8 },
      { key: 'operator', blank: 'orders.none' }
    ],
    commands: [place, finish, cancel, restore, notifyDriver, print],
    panel: staffPanel([finish, cancel, restore])
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.completed',
    route: '/orders/completed',
    fixed: { OrderStatus: OrderStatus.completed },
    columns: [
      ...whoAndWhen,
      { key: 'orderTypeItemName', grow: 1.2 },
      taken,
      { key: 'receivingDate', grow: 0.8 },
      { key: 'netValue', grow: 0.8 },
      { key: 'optimaStatus', grow: 0.9, header: 'orders.column.accounting' },
      { key: 'optimaNumber', grow: 0.9, blank: 'orders.none', header: 'orders.column.accountingNumber' },
      vehicle,
      { key: 'operator', blank: 'orders.none' },
      { key: 'finishedAt', grow: 0.8 }
    ],
    commands: [place, correct, sync, setOptimaNumber],
    panel: staffPanel([correct, sync, setOptimaNumber])
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.invoiced',
    route: '/orders/invoiced',
    fixed: { OrderStatus: OrderStatus.invoiced },
    columns: [
      ...whoAndWhen,
      { key: 'orderTypeItemName', grow: 1.2 },
      taken,
      { key: 'receivingDate', grow: 0.8 },
      { key: 'netValue', grow: 0.8 },
      ...numbers,
      { key: 'operator', blank: 'orders.none' },
      { key: 'finishedAt', grow: 0.8 }
    ],
    commands: [place],
    panel: staffPanel([])
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.canceled',
    route: '/orders/canceled',
    fixed: { OrderStatus: OrderStatus.canceled },
    columns: [
      ...who,
      ...what,
      { key: 'reasonForCancellation', grow: 1.4, blank: 'orders.none' },
      { key: 'canceledAt', grow: 0.8 },
      created
    ],
    commands: [place],
    panel: staffPanel([])
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.all',
    route: '/orders/all',
    opens: false,
    columns: [
      { key: 'number', grow: 0.8 },
      { key: 'currentStatus', grow: 0.9 },
      { key: 'company', grow: 1.5 },
      { key: 'receptionPlace', grow: 1.7 },
      ...what,
      vehicle,
      created
    ],
    commands: [place, accept, cancel, report],
    panel: staffPanel([accept, cancel])
  }),
  defineList(orderRows)({
    id: 'orders.client',
    route: '/client/orders',
    group: 'portal',
    access: ['CLIENT_ADMIN', 'CLIENT'],
    call,
    columns: [
      { key: 'number', grow: 0.8 },
      { key: 'currentStatus', grow: 1 },
      { key: 'receptionPlace', grow: 1.8 },
      { key: 'orderTypeItemName', grow: 1.2 },
      { key: 'quantity', grow: 0.5 },
      { key: 'netValue', grow: 0.8 },
      { key: 'createdAt', grow: 0.8 }
    ],
    search: true,
    sort: '-createdAt',
    pageSize: 200,
    commands: [place, edit, cancel],
    panel: clientPanel([edit, cancel])
  })
]
