/**
 * What became of an SMS: the gateway calls the address that was sent with it, by GET, with lists of the same length separated
 * by commas, and expects `OK`; else it calls again (https://www.smsapi.pl/docs, "Raporty Callback"). The address contains
 * a key that only this installation can have made; without it the answer is 404. Reports may come twice, late, and before it
 * is recorded that the message was taken: none of that moves a delivered message back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { Settings } from '../../config/settings.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineRoute } from '../../src/kernel/http/route.ts'
import type { Services } from '../../src/kernel/services.ts'
import { messages } from './messages.ts'
import { Message } from './models.ts'
import { MessageChannel, MessageError, MessageStatus } from './schema.ts'

const path = '/api/Notifications/reports'

const keyOf = ({ tokenSecret }: Pick<Settings, 'tokenSecret'>): string =>
  createHmac('sha256', tokenSecret).update('notifications.reports').digest('base64url')

/** The address for the gateway; none where it could not reach this installation. */
export function notifyUrl(settings: Pick<Settings, 'tokenSecret' | 'portalUrl'>): string | undefined {
  const { hostname } = new URL(settings.portalUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return undefined
  return new URL(`${path}/${keyOf(settings)}`, settings.portalUrl).href
}

const same = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))

type Result = 'delivered' | 'undelivered' | 'expired'

/** The gateway's codes that are final; the others (sent, queued, accepted, unknown, not found) bring nothing new. */
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
  /** Our own key of the message. */
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

/** The reports in a call that bring something new; an instant that cannot be is the present. */
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
    if (!same(param('key'), keyOf(services.settings))) return throwProblem('notFound')
    for (const report of reportsIn(given as Static<typeof ReportQuery>, services.now())) await record(services, report)
    reply.type('text/plain; charset=utf-8')
    return 'OK'
  }
})
