/** The confirmation of a card, which the driver carries, fetched from the register as a PDF. */
import { type TSchema, Type } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { queryOne, sql } from '../../../src/kernel/database/sql.ts'
import { throwProblem } from '../../../src/kernel/errors/errors.ts'
import { attachment } from '../../../src/kernel/files/download.ts'
import { defineRoute, orNotFound } from '../../../src/kernel/routes/route.ts'
import { cards } from '../cards/resource.ts'
import { CardState } from '../cards/schema.ts'
import { hasRegister } from '../enabled.ts'
import { throwWasteError } from '../errors.ts'
import { registerOf } from '../register/client.ts'

const path = '/api/Admin/TransferCards/:id/confirmation'
const awaySeconds = 60

const pdfFile: TSchema = Type.Unsafe<unknown>({
  description: 'The file',
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
})

export const confirmationRoute = defineRoute({
  url: path,
  access: ['ADMIN'],
  summary: 'The confirmation of a transfer card, from the register, as a PDF',
  answer: pdfFile,
  rateLimit: { max: 60, timeWindow: 60_000 },
  run: async ({ services, id, reply }) => {
    const card = orNotFound(
      await queryOne<{ registerId: string; number: string | null; place: string | null }>(
        services.db,
        sql`select register_id as "registerId", number, coalesce(receiver_eup, carrier_eup) as place from waste.cards where id = ${id}`
      )
    )
    const register = registerOf(services)
    if (!register) return throwWasteError('registerOff')
    const answer = await register.confirmation(card.place ?? '', card.registerId)
    if (answer.kind === 'notFound') return throwProblem('notFound')
    if (answer.kind === 'throttled') return throwWasteError('registerAway', { retryAfter: answer.afterSeconds })
    if (answer.kind === 'away') {
      services.log.warn({ card: id, problem: answer.problem }, 'waste: the confirmation of a card cannot be fetched')
      return throwWasteError('registerAway', { retryAfter: awaySeconds })
    }
    if (answer.kind !== 'ok') return throwWasteError('registerRefused', { params: { words: answer.words } })
    const name = (card.number ?? card.registerId).replaceAll(/[^\w-]+/g, '-')
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', attachment(`${name}.pdf`))
      .header('cache-control', 'private, no-store')
      .send(Buffer.from(answer.value))
  }
})

export const fetchConfirmation = defineLink(cards, {
  name: 'waste.fetchConfirmation',
  selection: 'one',
  access: {
    ADMIN: {
      when: { state: codes(CardState, ['confirmationGenerated', 'received', 'transported', 'rejected']) }
    }
  },
  ui: { icon: 'file-pdf' },
  enabledIf: hasRegister,
  download: path
})
