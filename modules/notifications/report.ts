/**
 * Delivery reports of SMS. The gateway calls, by GET, the URL that was sent with the SMS, with comma-separated lists of the same length, and
 * expects `OK`; otherwise it calls again (https://www.smsapi.pl/docs, "Raporty Callback"). The URL contains a key that only this
 * installation can generate; without it the answer is 404. Reports may arrive twice, late, and before the message is recorded as accepted:
 * none of that changes a delivered message back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { Settings } from '../../config/settings.ts'
import { type Secrets, secretsOf } from '../../src/kernel/access/secrets.ts'
import { throwProblem } from '../../src/kernel/errors/errors.ts'
import { defineRoute } from '../../src/kernel/routes/route.ts'
import type { Services } from '../../src/kernel/services.ts'
import { messages } from './messages.ts'
import { Message } from './models.ts'
import { MessageChannel, MessageError, MessageStatus } from './schema.ts'

const path = '/api/Notifications/reports'

const keyOf = (secret: string): string =>
  createHmac('sha256', secret).update('notifications.reports').digest('base64url')

/** The URL for the gateway; undefined if it could not reach this installation (localhost). */
export function notifyUrl(settings: Secrets & Pick<Settings, 'portalUrl'>): string | undefined {
  const { hostname } = new URL(settings.portalUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return undefined
  return new URL(`${path}/${keyOf(settings.tokenSecret)}`, settings.portalUrl).href
}

/** Of texts of one length the bytes may differ in number, and unequal numbers of bytes cannot be compared. */
function same(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Whether the key is of this installation: of TOKEN_SECRET, or of the one before it. */
const isOwn = (key: string, settings: Secrets): boolean => secretsOf(settings).some(secret => same(key, keyOf(secret)))

type Result = 'delivered' | 'undelivered' | 'expired'

/** The gateway's final codes; the others (sent, queued, accepted, unknown, not found) are ignored. */
const results: ReadonlyMap<string, Result> = new Map([
  ['402', 'expired'],
  ['404', 'delivered'],
  ['405', 'undelivered'],
  ['406', 'undelivered'],
  ['407', 'undelivered'],
  ['412', 'undelivered']
])

interface Report {
  readonly gatewayId: string
  /** This installation's key of the message. */
  readonly key: string | null
  readonly result: Result
  readonly at: Date
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const Texts = Type.Optional(Type.String({ maxLength: 10_000 }))
const ReportQuery = Type.Object({
  MsgId: Type.String({ maxLength: 10_000 }),
  status: Type.String({ maxLength: 10_000 }),
  idx: Texts,
  donedate: Texts
})

/** The reports with final codes in a call. An invalid time is replaced by `now`. */
export function reportsIn({ MsgId, status, idx = '', donedate = '' }: Static<typeof ReportQuery>, now: Date): Report[] {
  const parts = (text: string): string[] => text.split(',').map(part => part.trim())
  const [states, keys, dates] = [parts(status), parts(idx), parts(donedate)]
  return parts(MsgId).flatMap((gatewayId, at) => {
    const result = results.get(states[at] ?? '')
    if (!result || gatewayId === '' || gatewayId.length > 100) return []
    const key = uuid.test(keys[at] ?? '') ? (keys[at] as string) : null
    const seconds = /^\d{1,10}$/.test(dates[at] ?? '') ? Number(dates[at]) : Number.NaN
    const done = new Date(seconds * 1_000)
    return [{ gatewayId, key, result, at: done <= now ? done : now }]
  })
}

async function record({ db, hints }: Services, { gatewayId, key, result, at }: Report): Promise<void> {
  const { inProgress, sent, delivered, error } = MessageStatus
  const own = Message.query(db)
    .where(key ? { key } : { gateway_id: gatewayId })
    .where({ channel: MessageChannel.sms })
  const changed =
    result === 'delivered'
      ? await own
          .whereNot({ status: delivered })
          .patch({ status: delivered, error: null, detail: null, deliveredAt: at, sendingSince: null })
          .returning('id')
      : await own
          .whereIn('status', [inProgress, sent])
          .patch({ status: error, error: MessageError[result], sendingSince: null })
          .returning('id')
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) hints.send({ kind: 'changed', resourceType: messages.type, ids, companyId: null })
}

export const reportRoute = defineRoute({
  url: `${path}/:key`,
  access: ['anyone'],
  rateLimit: { max: 1_200, timeWindow: 60_000 },
  summary: 'Delivery reports of the SMS gateway, proven by the key in the address',
  query: ReportQuery,
  answer: Type.String({ description: 'OK' }),
  async run({ services, query: given, param, reply }) {
    if (!isOwn(param('key'), services.settings)) return throwProblem('notFound')
    for (const report of reportsIn(given as Static<typeof ReportQuery>, services.now())) await record(services, report)
    reply.type('text/plain; charset=utf-8')
    return 'OK'
  }
})
