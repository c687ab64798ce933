/** The counters of orders in the bell and on the dashboard's tiles. */
import { defineCounter } from '../../src/kernel/counters.ts'
import { NotificationType } from '../notifications/schema.ts'
import { allOrdersPage, completedPage, inProgressPage, newOrdersPage } from './pages.ts'
import { OptimaStatus } from './schema.ts'

export const counters = [
  defineCounter(newOrdersPage, {
    code: NotificationType.newOrders,
    name: 'newOrders',
    icon: 'inbox',
    tone: 'info',
    always: true
  }),
  defineCounter(inProgressPage, {
    code: NotificationType.overdueOrders,
    name: 'overdueOrders',
    filters: { Overdue: true },
    icon: 'clock',
    tone: 'danger',
    always: true
  }),
  defineCounter(allOrdersPage, {
    code: NotificationType.clientComments,
    name: 'clientComments',
    filters: { Unanswered: true },
    icon: 'comment',
    tone: 'warning'
  }),
  // Failures are counted for all administrators, because the person who synced the order may not be there when it fails.
  defineCounter(completedPage, {
    code: NotificationType.failedSyncs,
    name: 'failedSyncs',
    filters: { OptimaStatus: OptimaStatus.failed },
    icon: 'sync',
    tone: 'danger'
  })
]
