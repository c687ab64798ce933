/** Conflicts from the road, which the bell counts; and what a driver has reported, in the panel of its order. */
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCounter } from '../../../src/kernel/counters.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { listRoute } from '../../../src/kernel/routes/resource-routes.ts'
import { NotificationType } from '../../notifications/schema.ts'
import { orderPanelTabs } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { EventState } from '../schema.ts'
import { acceptEvent, rejectEvent } from './decide.ts'
import { events } from './resource.ts'

const said = [
  'quantity',
  'tyres',
  'kilograms',
  'kpo',
  'failure',
  'note',
  'storeName',
  'signer',
  'signature',
  'picture'
] as const

export const conflictsPage = definePage(events, {
  id: 'driver.conflicts',
  route: '/orders/road-conflicts',
  group: 'orders',
  place: 11,
  fixed: { State: EventState.waiting },
  counted: true,
  columns: [
    { key: 'orderNumber', grow: 1, leads: '/orders/all?row=:orderId&panel=:orderId' },
    { key: 'company', grow: 2, under: 'orderNumber' },
    'conflict',
    'kind',
    'occurredAt',
    { key: 'driver', grow: 1.4 },
    'quantity',
    'kilograms',
    { key: 'note', grow: 2 }
  ],
  commands: [acceptEvent, rejectEvent],
  panel: [
    detailsTab(
      events,
      [
        ...([
          'orderNumber',
          'company',
          'driver',
          'kind',
          'state',
          'conflict',
          'occurredAt',
          'at',
          'receivedAt'
        ] as const),
        ...said
      ],
      { commands: [acceptEvent, rejectEvent] }
    ),
    historyTab(events)
  ]
})

const ofOrder = '/api/Admin/Orders/:id/driver-events'

export const eventsOfOrder = listRoute(events, {
  url: ofOrder,
  access: events.access,
  summary: 'What drivers have reported for an order, the newest first',
  parent: { filter: 'OrderId', of: orderResources.orders }
})

/** Orders that a driver may have had; of a cancelled one, before it was. */
const isDriven = { currentStatus: codes(OrderStatus, ['inProgress', 'completed', 'canceled', 'invoiced']) }

/** What was reported, in the panel of an order, for staff. */
export const driverTab = orderPanelTabs.fill({
  tabs: [
    {
      ...resourceTab('driver', events, {
        title: 'driver.ofOrder',
        load: ofOrder,
        parent: 'OrderId',
        columns: ['occurredAt', 'kind', 'state', ...said, 'driver', 'receivedAt'],
        commands: [acceptEvent, rejectEvent]
      }),
      shown: isDriven
    }
  ]
})

export const conflictCounter = defineCounter(conflictsPage, {
  code: NotificationType.roadConflicts,
  name: 'roadConflicts',
  icon: 'truck',
  tone: 'warning'
})
