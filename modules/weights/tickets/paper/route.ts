/** The paper of a weigh ticket, and the button that fetches it. It is written anew at each call, so that it says what the ticket says now. */
import { defineLink } from '../../../../src/kernel/commands/link.ts'
import { PdfFile, sendPdf } from '../../../../src/kernel/files/pdf.ts'
import { defineRoute, orNotFound } from '../../../../src/kernel/routes/route.ts'
import { tickets } from '../resource.ts'
import { ticketPdf } from './pdf.ts'
import { readPaper } from './read.ts'

export const paperUrl = `${tickets.path}/:id/pdf`

export const paperRoute = defineRoute({
  url: paperUrl,
  access: tickets.access,
  summary: 'A weigh ticket as a PDF to print and sign',
  answer: PdfFile,
  rateLimit: { max: 120, timeWindow: 60_000 },
  run: async ({ services, id, reply }) => {
    const ticket = orNotFound(await readPaper(services.db, id), { resource: tickets, ids: [id] })
    return sendPdf(reply, `${ticket.number.replaceAll('/', '-')}.pdf`, await ticketPdf(services, ticket))
  }
})

export const printTicket = defineLink(tickets, {
  name: 'weights.printTicket',
  selection: 'one',
  access: { ADMIN: {} },
  ui: { icon: 'print', key: 'p' },
  download: paperUrl
})
