import { codes } from '../../../src/contract/vocabulary.ts'
import { defineCounter } from '../../../src/kernel/counters.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import type { ItemOf } from '../../../src/kernel/resources/resource.ts'
import { listRoute } from '../../../src/kernel/routes/resource-routes.ts'
import { NotificationType } from '../../notifications/schema.ts'
import { orderPanelTabs } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { confirmReceipt, confirmTransport, reject } from '../acts/commands.ts'
import { fetchConfirmation } from '../acts/confirmation.ts'
import { ActKind } from '../acts/schema.ts'
import { draftForOrder } from '../drafts/commands.ts'
import { draftTab } from '../drafts/tab.ts'
import { hasRecords, hasRegister } from '../enabled.ts'
import { enterRecord } from '../records/commands.ts'
import { fetchSheet, sendSheet } from '../sheet/commands.ts'
import { match, unmatch } from './commands.ts'
import { cards } from './resource.ts'
import { CardState } from './schema.ts'

const { orders } = orderResources
const changes = [confirmReceipt, confirmTransport, enterRecord, reject, match, unmatch, fetchConfirmation]

type Key = keyof ItemOf<typeof cards>
const group = (name: 'card' | 'acts' | 'record' | 'parties' | 'mass' | 'course' | 'order', ...keys: readonly Key[]) =>
  keys.map(key => ({ key, group: `waste.cardPanel.${name}` }))

const differs = { name: 'differs', icon: 'exclamation-triangle', tone: 'warning', when: { differs: [true] } } as const

const kinds = codes(ActKind, ['confirmReceipt', 'reject', 'confirmTransport'])
/** What people have done and the register does not know yet, or does not take. */
const waits = { name: 'waits', icon: 'clock', tone: 'info', when: { waitingAct: kinds } } as const
const refused = { name: 'refused', icon: 'ban', tone: 'danger', when: { refusedAct: kinds } } as const

export const cardsPage = definePage(cards, {
  id: 'waste.cards',
  route: '/orders/cards',
  group: 'orders',
  place: 9,
  goKey: 'k',
  access: ['ADMIN'],
  enabledIf: hasRegister,
  counted: { filters: { ToConfirm: true }, tone: 'warning' },
  filters: ['State', 'ToConfirm', 'WithoutOrder', 'Difference'],
  quick: [
    { name: 'withoutOrder', filters: { WithoutOrder: true } },
    { name: 'toConfirm', filters: { ToConfirm: true } },
    { name: 'rejected', filters: { State: CardState.rejected } },
    { name: 'difference', filters: { Difference: true } }
  ],
  marks: [differs, waits, refused],
  tint: [{ tone: 'danger', when: { state: [CardState.rejected] } }],
  columns: [
    'number',
    { key: 'state', under: 'number' },
    { key: 'senderName', grow: 2 },
    'plate',
    { key: 'plannedAt', under: 'plate' },
    'declaredMass',
    { key: 'receivedMass', under: 'declaredMass' },
    { key: 'orderNumber', blank: 'waste.card.noOrder', leads: '/orders/all?row=:orderId&panel=:orderId' },
    'modifiedAt',
    { key: 'entryState', enabledIf: hasRecords },
    { key: 'enteredAt', under: 'entryState', enabledIf: hasRecords }
  ],
  commands: changes,
  panelHead: {
    badge: 'state',
    marks: [differs, waits, refused],
    lines: [['senderName'], ['plate', 'declaredMass']],
    quote: 'remarks'
  },
  panel: [
    detailsTab(
      cards,
      [
        ...group('card', 'number', 'state', 'wasteCode', 'wasteCodeDescription', 'process'),
        ...group('card', 'plate', 'plannedAt', 'transportedAt'),
        ...group('acts', 'waitingAct', 'refusedAct', 'actProblem', 'actTriedAt', 'actDueAt'),
        ...group('record', 'entryState', 'enteredAt', 'entryProblem', 'entryTriedAt', 'entryDueAt').map(field => ({
          ...field,
          enabledIf: hasRecords
        })),
        ...group('mass', 'mass', 'revisedMass', 'receivedMass', 'remarks'),
        ...group('order', 'orderNumber', 'matchedBy', 'matchedAccount', 'matchedAt'),
        ...group('parties', 'senderName', 'senderTaxNumber', 'senderNumber'),
        ...group('parties', 'carrierName', 'carrierTaxNumber', 'carrierNumber'),
        ...group('parties', 'receiverName', 'receiverTaxNumber', 'receiverNumber'),
        ...group('course', 'approvedAt', 'confirmationGeneratedAt', 'receivedAt', 'receivedBy'),
        ...group('course', 'transportConfirmedAt', 'rejectedAt', 'withdrawnAt', 'modifiedAt', 'readAt')
      ],
      { commands: changes }
    ),
    historyTab(cards)
  ]
})

const ofOrder = '/api/Admin/Orders/:id/cards'

export const cardsOfOrder = listRoute(cards, {
  url: ofOrder,
  access: cards.access,
  summary: 'Transfer cards of an order, the last changed first',
  parent: { filter: 'OrderId', of: orders }
})

/** The cards in the panel of an order, for staff. */
export const orderTab = orderPanelTabs.fill({
  tabs: [
    resourceTab('cards', cards, {
      title: 'waste.ofOrder',
      short: true,
      load: ofOrder,
      parent: 'OrderId',
      enabledIf: hasRegister,
      marks: [differs],
      columns: ['number', 'state', 'plate', 'plannedAt', 'declaredMass', 'receivedMass', 'modifiedAt'],
      commands: [unmatch]
    }),
    draftTab
  ],
  commands: { details: [draftForOrder, fetchSheet, sendSheet] }
})

export const cardCounters = [
  defineCounter(cardsPage, {
    code: NotificationType.cardsToConfirm,
    name: 'cardsToConfirm',
    filters: { ToConfirm: true },
    icon: 'verified',
    tone: 'warning'
  }),
  defineCounter(cardsPage, {
    code: NotificationType.cardsRejected,
    name: 'cardsRejected',
    filters: { State: CardState.rejected },
    icon: 'ban',
    tone: 'danger'
  })
]
