/** The confirmation of a card, which the driver carries, fetched from the register as a PDF. */
import { Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { type Database, queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { PdfFile, sendPdf } from '../../../src/kernel/files/pdf.ts'
import { defineRoute, orNotFound } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { isDrivenBy } from '../../orders/public.ts'
import { cards } from '../cards/resource.ts'
import { withConfirmation } from '../cards/schema.ts'
import { hasRegister } from '../enabled.ts'
import { throwWasteError } from '../errors.ts'
import { registerOf } from '../register/client.ts'

const path = '/api/Admin/TransferCards/:id/confirmation'
const awaySeconds = 60

export const confirmationRoute = defineRoute({
  url: path,
  access: ['ADMIN'],
  summary: 'The confirmation of a transfer card, from the register, as a PDF',
  answer: PdfFile,
  rateLimit: { max: 60, timeWindow: 60_000 },
  run: async ({ services, id, reply }) => sendCard(services, orNotFound(await confirmedCard(services.db, id)), reply)
})

/** The same for the driver's app: of a card whose order the caller drives to. */
export const driverConfirmationRoute = defineRoute({
  url: '/api/Driver/cards/:id/confirmation',
  access: ['DRIVER'],
  device: true,
  summary: 'The confirmation of a transfer card of an own stop, from the register, as a PDF',
  query: Type.Object({
    state: Type.Optional(
      Type.String({ maxLength: 40, description: 'makes the address another one once the card has changed' })
    )
  }),
  answer: PdfFile,
  rateLimit: { max: 120, timeWindow: 60_000 },
  run: async ({ services, caller, id, reply }) => {
    const card = orNotFound(await confirmedCard(services.db, id))
    const isOwn = card.orderId !== null && (await isDrivenBy(services.db, card.orderId, caller.accountId))
    return sendCard(services, orNotFound(isOwn ? card : undefined), reply)
  }
})

interface ConfirmedCard {
  readonly id: number
  readonly registerId: string
  readonly number: string | null
  readonly orderId: number | null
  /** Of the business in the register. */
  readonly place: string | null
}

const confirmedCard = (database: Database, id: number): Promise<ConfirmedCard | undefined> =>
  queryOne<ConfirmedCard>(
    database,
    sql`select id, register_id as "registerId", number, order_id as "orderId", coalesce(receiver_eup, carrier_eup) as place
      from waste.cards where id = ${id}`
  )

async function sendCard(services: Services, card: ConfirmedCard, reply: FastifyReply): Promise<FastifyReply> {
  const register = registerOf(services)
  if (!register) return throwWasteError('registerOff')
  const answer = await register.confirmation(card.place ?? '', card.registerId)
  if (answer.kind === 'notFound') return throwProblem('notFound')
  if (answer.kind === 'throttled') return throwWasteError('registerAway', { retryAfter: answer.afterSeconds })
  if (answer.kind === 'away') {
    services.log.warn({ card: card.id, problem: answer.problem }, 'waste: the confirmation of a card cannot be fetched')
    return throwWasteError('registerAway', { retryAfter: awaySeconds })
  }
  if (answer.kind !== 'ok') return throwWasteError('registerRefused', { params: { words: answer.words } })
  const name = (card.number ?? card.registerId).replaceAll(/[^\w-]+/g, '-')
  return sendPdf(reply, `${name}.pdf`, answer.value)
}

export const fetchConfirmation = defineLink(cards, {
  name: 'waste.fetchConfirmation',
  selection: 'one',
  access: {
    ADMIN: {
      when: { state: withConfirmation }
    }
  },
  ui: { icon: 'file-pdf' },
  enabledIf: hasRegister,
  download: path
})
