/** The pages of statements: for the back office with the register beside them, and for the administrators of clients. */
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { definePage } from '../../../src/kernel/pages/pages.ts'
import { detailsTab, historyTab, listTab, resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { hasRegister } from '../../waste/public.ts'
import { EmissionSum } from '../emissions/schema.ts'
import { fetchPdf, fetchSheet } from '../papers/links.ts'
import { MassSource, MassSum, StatementState } from '../schema.ts'
import { issueStatement, reissueStatement, withdrawStatement } from './commands.ts'
import { differences, rows, statements } from './resource.ts'
import { emissionsPath } from './sums.ts'

const files = [fetchPdf, fetchSheet]
const changes = [...files, reissueStatement, withdrawStatement]
const orderPanel = '/orders/all?row=:orderId&panel=:orderId'
const cardPanel = '/orders/cards?row=:cardId&panel=:cardId'

const seeOrder = defineLink(rows, {
  name: 'evidence.seeOrder',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'inbox' },
  navigate: orderPanel
})

const seeCard = defineLink(rows, {
  name: 'evidence.seeCard',
  selection: 'one',
  access: { ADMIN: { when: { source: [MassSource.card] } } },
  ui: { icon: 'file' },
  enabledIf: hasRegister,
  navigate: cardPanel
})

const seeTicket = defineLink(rows, {
  name: 'evidence.seeTicket',
  selection: 'one',
  access: { ADMIN: { when: { hasTickets: [true] } } },
  ui: { icon: 'receipt' },
  navigate: '/store/weights?row=:ticketId&panel=:ticketId'
})

const sums = ['codes', 'places'].map(name =>
  listTab(name, {
    title: `evidence.statementPanel.${name}`,
    load: `${statements.path}/:id/${name}`,
    schema: MassSum,
    resourceType: `evidence.${name}`,
    columns: [{ key: 'name', grow: 2 }, 'orders', 'kilograms']
  })
)

const emissions = listTab('emissions', {
  title: 'evidence.statementPanel.emissions',
  load: emissionsPath,
  schema: EmissionSum,
  resourceType: 'evidence.emission',
  columns: [
    'kind',
    { key: 'name', under: 'kind' },
    { key: 'reason', under: 'kind' },
    'quantity',
    { key: 'value', under: 'quantity' },
    { key: 'basis', under: 'quantity' },
    'emissions',
    { key: 'kilograms', under: 'emissions' }
  ]
})

const outdated = {
  name: 'outdated',
  icon: 'exclamation-triangle',
  tone: 'warning',
  when: { isOutdated: [true] }
} as const

export const statementsPage = definePage(statements, {
  id: 'evidence.statements',
  route: '/report/massStatements',
  group: 'reports',
  place: 10,
  access: ['ADMIN'],
  filters: ['State'],
  marks: [outdated],
  columns: [
    'number',
    { key: 'state', under: 'number' },
    { key: 'company', grow: 2 },
    { key: 'place', under: 'company', blank: 'evidence.statement.allPlaces' },
    'firstDay',
    { key: 'lastDay', under: 'firstDay' },
    'orders',
    'kilograms',
    { key: 'replacedBy', leads: '/report/massStatements?row=:replacedById&panel=:replacedById' },
    'createdAt',
    { key: 'madeBy', under: 'createdAt' }
  ],
  commands: [issueStatement, ...changes],
  panelHead: {
    badge: 'state',
    marks: [outdated],
    lines: [['company'], ['kilograms', { key: 'orders', labelled: true }]]
  },
  panel: [
    detailsTab(
      statements,
      [
        ...(['number', 'company', { key: 'place', blank: 'evidence.statement.allPlaces' }] as const),
        ...(['firstDay', 'lastDay', 'kilograms', 'createdAt', 'madeBy', 'replaces', 'replacedBy'] as const),
        ...(['withdrawnAt', 'withdrawReason'] as const)
      ],
      { commands: changes, below: [...sums, emissions] }
    ),
    resourceTab('rows', rows, {
      load: `${statements.path}/:id/rows`,
      columns: [
        'day',
        { key: 'wasteCode', under: 'day' },
        { key: 'orderNumber', leads: orderPanel },
        { key: 'place', under: 'orderNumber', grow: 2 },
        { key: 'cardNumber', leads: cardPanel },
        { key: 'tickets', under: 'cardNumber' },
        'kilograms',
        { key: 'source', under: 'kilograms' },
        'process'
      ],
      commands: [seeOrder, seeCard, seeTicket]
    }),
    detailsTab(statements, ['ownKilograms', 'registerKilograms', 'differences', 'strayCards', 'strayKilograms'], {
      name: 'register',
      enabledIf: hasRegister
    }),
    resourceTab('differences', differences, {
      load: `${statements.path}/:id/differences`,
      enabledIf: hasRegister,
      columns: [
        'day',
        { key: 'orderNumber', leads: orderPanel },
        { key: 'place', under: 'orderNumber', grow: 2 },
        'cards',
        'ownKilograms',
        'registerKilograms',
        'kind'
      ]
    }),
    historyTab(statements)
  ]
})

export const clientStatementsPage = definePage(statements, {
  id: 'evidence.clientStatements',
  route: '/client/statements',
  group: 'portal',
  place: 4,
  icon: 'file',
  access: ['CLIENT_ADMIN'],
  search: false,
  columns: [
    'number',
    'state',
    'firstDay',
    'lastDay',
    { key: 'place', grow: 2, blank: 'evidence.statement.allPlaces' },
    'kilograms'
  ],
  tint: [{ tone: 'neutral', when: { state: [StatementState.replaced, StatementState.withdrawn] } }],
  commands: files
})
