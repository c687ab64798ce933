/** The sheet of a card's values: a file for staff and clients, and an e-mail to those whom the order concerns. */
import { Type } from '@sinclair/typebox'
import { codes } from '../../../src/contract/vocabulary.ts'
import { accountNames } from '../../../src/kernel/access/identity.ts'
import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { defineLink } from '../../../src/kernel/commands/link.ts'
import { PdfFile, sendPdf } from '../../../src/kernel/files/pdf.ts'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { Nullable } from '../../../src/kernel/schema.ts'
import { queueMessage } from '../../notifications/public.ts'
import { MessageChannel, MessageType } from '../../notifications/schema.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { CardTime, isCardTime, timeField, timeLabel, timeOf } from '../drafts/time.ts'
import { throwWasteError } from '../errors.ts'
import { sheetPdf } from './pdf.ts'
import { contactsOf, ownPlaces, readSheet, requireTimeAhead } from './read.ts'
import { sheetLetter, wordedSheet } from './words.ts'

const { orders } = orderResources
const path = '/api/Admin/Orders/:id/card-values'
const isPlanned = { currentStatus: codes(OrderStatus, ['inProgress']) }

/** The form of a sheet, and the query of the calls that write one. */
const TimeQuery = Type.Object({ plannedTime: Type.Optional(CardTime) })

const labelled = { ...timeField, label: timeLabel }
const TimeForm = defineForm({ schema: TimeQuery, fields: { plannedTime: labelled }, derive: [timeOf('id')] })

const addressOf = (portalUrl: string, id: number): string =>
  new URL(`/client/orders?row=${id}&panel=${id}`, portalUrl).href

export const sheetPreview = defineRoute({
  url: path,
  access: ['ADMIN'],
  // asked for while a time is being typed
  query: Type.Object({ plannedTime: Type.Optional(Type.String({ maxLength: 5 })) }),
  summary: 'The e-mail with the values of an order’s transfer card: to whom it would go, its text, and what is missing',
  answer: ItemResponse(
    Type.Object({
      to: Nullable(Type.String({ description: 'names and addresses; null: nobody can be reached' })),
      missing: Nullable(Type.String({ description: 'a line each, with where it is filled in; null: nothing' })),
      isComplete: Type.Boolean({ description: 'nothing is missing' }),
      text: Type.String()
    })
  ),
  run: async ({ services, caller, id, query: { plannedTime } }) => {
    const { db, settings, extensions } = services
    const time = isCardTime(plannedTime) ? plannedTime : undefined
    const sheet = await readSheet(services, db, id, caller, await ownPlaces(services), time)
    const contacts = await contactsOf(services, db, id)
    const names = await accountNames.of(extensions)(
      db,
      contacts.map(contact => contact.caller.accountId)
    )
    const to = contacts.map(({ email, caller: { accountId } }) =>
      `${names.get(accountId)?.name ?? ''} <${email}>`.trim()
    )
    const worded = wordedSheet(services, sheet, contacts[0]?.caller.language ?? sheet.language)
    const { missing } = wordedSheet(services, sheet, caller.language)
    return {
      data: {
        to: to.join(', ') || null,
        missing: missing.join('\n') || null,
        isComplete: missing.length === 0,
        text: sheetLetter(worded, addressOf(settings.portalUrl, id)).body
      }
    }
  }
})

export const sheetRoute = defineRoute({
  url: `${path}/pdf`,
  access: orders.access,
  query: TimeQuery,
  summary: 'The values of an order’s transfer card, for whoever types it in the waste register, as a PDF',
  answer: PdfFile,
  rateLimit: { max: 60, timeWindow: 60_000 },
  run: async ({ services, caller, id, query: { plannedTime }, reply }) => {
    const sheet = await readSheet(services, services.db, id, caller, await ownPlaces(services), plannedTime)
    requireTimeAhead(sheet, plannedTime)
    const language = caller.role === 'ADMIN' ? sheet.language : caller.language
    const worded = wordedSheet(services, sheet, language)
    const file = await sheetPdf(worded, services.settings, services.now())
    return sendPdf(reply, `${worded.say('fileName', { number: sheet.number.replaceAll('/', '-') })}.pdf`, file)
  }
})

export const fetchSheet = defineLink(orders, {
  name: 'waste.fetchSheet',
  selection: 'one',
  access: {
    ADMIN: { shown: isPlanned, form: TimeForm },
    CLIENT_ADMIN: { shown: isPlanned, form: TimeForm },
    CLIENT: { shown: isPlanned, form: TimeForm }
  },
  ui: { icon: 'file-pdf' },
  download: `${path}/pdf`
})

const shown = { readOnly: true, transient: { anyOf: [{ type: 'string' }, { type: 'null' }] } } as const

const SendForm = defineForm({
  schema: TimeQuery,
  fields: {
    plannedTime: labelled,
    to: { ...shown, label: 'waste.sendSheet.to' },
    isComplete: { control: 'hidden', transient: { type: 'boolean' } },
    missing: { ...shown, control: 'longText', label: 'waste.sendSheet.missing', when: { isComplete: [false] } },
    text: { ...shown, control: 'longText', label: 'waste.sendSheet.text' }
  },
  derive: [
    timeOf('id'),
    ...(['to', 'isComplete', 'missing', 'text'] as const).map(field => ({
      kind: 'fetched' as const,
      call: '/api/Admin/Orders/{id}/card-values?plannedTime={plannedTime?}',
      pick: `data.${field}`,
      to: field,
      untilNext: true as const
    }))
  ]
})

/** Sends the values to those who are told of the order, each in their language. */
export const sendSheet = defineCommand(orders, {
  name: 'waste.sendSheet',
  call: 'POST /api/Admin/Orders/:id/send-card-values',
  wire: { allowEmptyBody: true },
  access: { ADMIN: { shown: isPlanned, form: SendForm } },
  ui: { icon: 'send' },
  beforeTransaction: ({ services }) => ownPlaces(services),
  async run({ trx, services, reader }, { id }, { plannedTime }, places) {
    const sheet = await readSheet(services, trx, id, reader, places, plannedTime)
    requireTimeAhead(sheet, plannedTime)
    const contacts = await contactsOf(services, trx, id)
    if (contacts.length === 0) throwWasteError('sheetNobody')
    for (const { email, caller } of contacts) {
      const { accountId, language } = caller
      await queueMessage(services, trx, {
        to: { accountId, address: email, language },
        channel: MessageChannel.email,
        type: MessageType.clientNews,
        about: { resourceType: orders.subjectType, ids: [id] },
        words: () => sheetLetter(wordedSheet(services, sheet, language), addressOf(services.settings.portalUrl, id))
      })
    }
  }
})
