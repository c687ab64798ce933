import { Type } from '@sinclair/typebox'
import { readOne } from '../../src/kernel/reading.ts'
import { defineListRoute, defineRoute, found, Many, Single } from '../../src/kernel/routes.ts'
import { HistoryEntry, historyOf } from '../../src/kernel/timeline.ts'
import { orderDetails, orderRows } from './rows.ts'
import { OrderDetails } from './schema.ts'

const everyone = ['ADMIN', 'CLIENT_ADMIN', 'CLIENT'] as const

export const routes = [
  defineListRoute({
    url: '/api/Admin/Orders',
    for: everyone,
    summary: 'Orders: all for staff, a client’s own for a client',
    rows: orderRows,
    sort: '-createdAt',
    sortable: ['createdAt', 'number', 'company', 'receptionPlace'],
    counter: { list: 'orders', filter: 'OrderStatus' }
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/details',
    for: everyone,
    summary: 'One order, whole',
    answer: Single(OrderDetails),
    run: async ({ services, caller, id }) => ({ data: found(await readOne(services.db, orderDetails, id, caller)) })
  }),
  defineRoute({
    url: '/api/Admin/Orders/:id/history',
    for: everyone,
    summary: 'What happened to an order, newest first',
    query: Type.Object({}),
    answer: Many(HistoryEntry),
    run: async ({ services, caller, id }) => {
      found(await readOne(services.db, orderRows, id, caller))
      return historyOf(services, orderRows, id, caller)
    }
  })
]
