import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab } from '../../../src/kernel/pages/tabs.ts'
import { addTicket, correctTicket, withdrawTicket } from './commands.ts'
import { printTicket } from './paper/route.ts'
import { tickets } from './resource.ts'

export const ticketsPage = definePage(tickets, {
  id: 'weights.tickets',
  route: '/store/weights',
  group: 'store',
  place: 10,
  filters: ['State', { key: 'StoreId', options: { call: '/api/Admin/Stores/internal', value: 'id', label: ['name'] } }],
  columns: [
    'number',
    { key: 'state', under: 'number' },
    'at',
    { key: 'registerNumber', grow: 1 },
    { key: 'storeName', under: 'registerNumber' },
    'gross',
    'tare',
    'net',
    'source',
    { key: 'orderNumbers', grow: 2 },
    { key: 'rest', under: 'orderNumbers', quiet: true }
  ],
  commands: [addTicket, correctTicket, printTicket, withdrawTicket],
  panel: [
    detailsTab(
      tickets,
      [
        ...(['number', 'state', 'at', 'registerNumber', 'storeName', 'gross', 'source', 'grossRead'] as const),
        ...(['tare', 'tareOrigin', 'tareRead', 'net', 'orderNumbers', 'rest', 'restReason'] as const),
        ...(['note', 'withdrawReason', 'createdAt', 'correctedAt'] as const)
      ],
      { commands: [correctTicket, printTicket, withdrawTicket] }
    ),
    historyTab(tickets)
  ]
})
