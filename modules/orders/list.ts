import { defineList } from '../../src/kernel/pages.ts'
import { accept } from './commands/accept.ts'
import { cancel } from './commands/cancel.ts'
import { place } from './commands/place.ts'
import { orderPanel } from './panel.ts'
import { orderRows } from './rows.ts'
import { OrderStatus } from './schema.ts'

const call = '/api/Admin/Orders'
const postalCode = { key: 'PostalCode', mask: '99-999', placeholder: '09-410' }
const vehicle = { key: 'vehicle', blank: 'orders.noVehicle', sortable: false } as const

const office = {
  call,
  group: 'orders',
  for: ['ADMIN'],
  search: true,
  filters: [postalCode],
  sort: '-createdAt',
  pageSize: 35,
  selection: 'many',
  tint: [{ when: { overdue: [true] }, tone: 'danger' }],
  panel: orderPanel
} as const

export const pages = [
  defineList(orderRows)({
    ...office,
    id: 'orders.new',
    route: '/orders/new',
    fixed: { OrderStatus: OrderStatus.new },
    columns: [
      { key: 'number', grow: 0.8 },
      { key: 'company', grow: 1.6 },
      { key: 'receptionPlace', grow: 1.8 },
      { key: 'type', grow: 0.8 },
      { key: 'orderTypeItemName', grow: 1.2 },
      { key: 'quantity', grow: 0.5 },
      { key: 'netValue', grow: 0.8 },
      { key: 'contactPhone', grow: 0.8 },
      { key: 'createdAt', grow: 0.8 }
    ],
    commands: [place, accept, cancel]
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.accepted',
    route: '/orders/accepted',
    fixed: { OrderStatus: OrderStatus.accepted },
    columns: [
      { key: 'number', grow: 0.8 },
      { key: 'company', grow: 1.6 },
      { key: 'receptionPlace', grow: 1.8 },
      { key: 'type', grow: 0.8 },
      { key: 'orderTypeItemName', grow: 1.2 },
      { key: 'quantity', grow: 0.5 },
      vehicle,
      { key: 'contactPhone', grow: 0.8 },
      { key: 'acceptedDate', grow: 0.8 },
      { key: 'createdAt', grow: 0.8 }
    ],
    commands: [place, cancel]
  }),
  defineList(orderRows)({
    ...office,
    id: 'orders.canceled',
    route: '/orders/canceled',
    fixed: { OrderStatus: OrderStatus.canceled },
    columns: [
      { key: 'number', grow: 0.8 },
      { key: 'company', grow: 1.6 },
      { key: 'receptionPlace', grow: 1.8 },
      { key: 'type', grow: 0.8 },
      { key: 'orderTypeItemName', grow: 1.2 },
      { key: 'quantity', grow: 0.5 },
      { key: 'createdAt', grow: 0.8 }
    ],
    commands: [place]
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
      { key: 'type', grow: 0.8 },
      { key: 'orderTypeItemName', grow: 1.1 },
      { key: 'quantity', grow: 0.5 },
      vehicle,
      { key: 'createdAt', grow: 0.8 }
    ],
    commands: [place, accept, cancel]
  }),
  defineList(orderRows)({
    id: 'orders.client',
    route: '/client/orders',
    group: 'portal',
    for: ['CLIENT_ADMIN', 'CLIENT'],
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
    commands: [place, cancel],
    panel: orderPanel
  })
]
