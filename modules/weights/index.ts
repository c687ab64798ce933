import { defineModule } from '../../src/kernel/module.ts'
import { massOfTickets, usedStores } from './points.ts'
import { readings } from './scales/readings.ts'
import { reportReadings } from './scales/report-readings.ts'
import { scaleCommands, scales, scalesPage } from './scales/scales.ts'
import { MassOrigin, TicketState } from './schema.ts'
import { ticketCommands } from './tickets/commands.ts'
import { loads, ticketsOfOrder, weighingOfOrder, weighingTab } from './tickets/of-order.ts'
import { ticketsPage } from './tickets/pages.ts'
import { paperRoute } from './tickets/paper/route.ts'
import { tickets } from './tickets/resource.ts'

/** Weighing: scales with their readings, and weigh tickets, whose loads are shared among orders. */
export const weights = defineModule({
  name: 'weights',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [MassOrigin, TicketState],
  resources: [scales, readings, tickets, loads],
  commands: [...scaleCommands, reportReadings, ...ticketCommands],
  pages: [ticketsPage, scalesPage],
  routes: [ticketsOfOrder, weighingOfOrder, paperRoute],
  extends: [massOfTickets, usedStores, weighingTab]
})
