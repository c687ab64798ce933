/** The weigh tickets of an order in its panel, and what they come to beside the finish and the transfer card. */
import type { Static } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { raw, sql } from '../../../src/kernel/database/sql.ts'
import { resourceTab } from '../../../src/kernel/pages/tabs.ts'
import { filter, joined } from '../../../src/kernel/resources/fields.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { defineResource } from '../../../src/kernel/resources/resource.ts'
import { listRoute } from '../../../src/kernel/routes/resource-routes.ts'
import { defineRoute, ItemResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { Id } from '../../../src/kernel/schema.ts'
import { joinVehicle } from '../../fleet/public.ts'
import { cardOfOrder, orderPanelTabs, weighedMass } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { OrderTicketRow, OrderWeighing, TicketState } from '../schema.ts'
import { addTicket } from './commands.ts'
import { TicketOfOrderForm } from './forms.ts'
import { paperUrl } from './paper/route.ts'
import { sourceSql, stateSql, tickets } from './resource.ts'

const { orders } = orderResources

export const loads = defineResource({
  type: 'weights.load',
  subjectType: tickets.type as 'weights.ticket',
  title: 'weigh ticket of an order',
  titles: 'weigh tickets of an order',
  path: '/api/Admin/Orders/:id/weigh-tickets',
  serves: [],
  access: tickets.access,
  schema: OrderTicketRow,
  table: 'weights.loads',
  alias: 'load',
  joins: {
    ticket: raw('join weights.tickets ticket on ticket.id = load.ticket_id'),
    vehicle: { sql: joinVehicle('vehicle', 'ticket.vehicle_id'), after: 'ticket' },
    gross_reading: {
      sql: raw('left join weights.readings gross_reading on gross_reading.id = ticket.gross_reading_id'),
      after: 'ticket'
    }
  },
  fields: {
    version: joined('ticket', 'version'),
    number: joined('ticket', 'number', { sort: ['load.ticket_id'] }),
    state: { sql: stateSql, join: 'ticket' },
    at: joined('ticket', 'at'),
    registerNumber: joined('vehicle', 'register_number'),
    gross: joined('ticket', 'gross'),
    tare: joined('ticket', 'tare'),
    net: { sql: 'ticket.gross - ticket.tare', join: 'ticket' },
    source: { sql: sourceSql, join: 'gross_reading' },
    share: 'mass',
    isCorrected: { sql: '(ticket.corrected_at is not null)', join: 'ticket' }
  },
  filters: { OrderId: filter(Id, id => sql`load.order_id = ${id}`) },
  sort: '-at'
})

export const ticketsOfOrder = listRoute(loads, {
  url: loads.path,
  access: loads.access,
  summary: 'Weigh tickets of an order with its share of each, the newest first; also withdrawn ones',
  parent: { filter: 'OrderId', of: orders }
})

const kilogramsOf = (tonnes: number | null | undefined): number | null =>
  typeof tonnes === 'number' ? Math.round(tonnes * 1000) : null

const lessThan = (weighed: number | null, other: number | null): number | null =>
  weighed === null || other === null ? null : weighed - other || null

const weighingUrl = '/api/Admin/Orders/:id/weighing'

export const weighingOfOrder = defineRoute({
  url: weighingUrl,
  access: loads.access,
  summary: 'What was weighed for an order, beside what it was finished with and what its transfer cards say',
  answer: ItemResponse(OrderWeighing),
  run: async ({ services, caller, id }) => {
    const { db, extensions } = services
    const order = orNotFound((await readOne(db, orders, id, caller)) ?? null)
    const weighed = await weighedMass.of(extensions)(db, id)
    const ofCards = await cardOfOrder.of(extensions)(db, id)
    const completed = order.finishedAt ? kilogramsOf(order.tonnage) : null
    const card = kilogramsOf(ofCards?.received ?? ofCards?.declared)
    const data: Static<typeof OrderWeighing> = {
      weighed,
      completed,
      overCompleted: lessThan(weighed, completed),
      card,
      overCard: lessThan(weighed, card)
    }
    return { data }
  }
})

const printOfOrder = defineLink(loads, {
  name: 'weights.printOfOrder',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'print' },
  download: paperUrl.replace(':id', ':ticketId')
})

/** Adds a ticket in the order's panel, which begins with the order. */
const addTicketHere = defineLink(loads, {
  name: 'weights.addTicketHere',
  selection: 'none',
  access: { ADMIN: { form: TicketOfOrderForm } },
  ui: { icon: 'plus', tone: 'info' },
  creates: addTicket
})

export const weighingTab = orderPanelTabs.fill({
  tabs: [
    {
      ...resourceTab('weights', loads, {
        title: 'weights.ofOrder',
        load: loads.path,
        above: {
          load: weighingUrl,
          schema: OrderWeighing,
          resourceType: 'weights.weighing',
          fields: ['weighed', 'completed', 'overCompleted', 'card', 'overCard']
        },
        columns: [
          { key: 'number', leads: '/store/weights?row=:ticketId&panel=:ticketId' },
          'state',
          'share',
          'at',
          'registerNumber',
          'gross',
          'tare',
          'net',
          'source'
        ],
        marks: [{ name: 'corrected', icon: 'pencil', tone: 'warning', when: { isCorrected: [true] } }],
        tint: [{ tone: 'neutral', when: { state: [TicketState.withdrawn] } }],
        commands: [printOfOrder, addTicketHere]
      }),
      shown: { currentStatus: codes(OrderStatus, ['inProgress', 'completed', 'invoiced']) }
    }
  ]
})
