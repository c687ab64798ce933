/**
 * What became of an SMS: the gateway calls the address that went along with it, by GET, with lists of the same length parted
 * by commas, and wants to hear `OK`; else it calls again (https://www.smsapi.pl/docs, "Raporty Callback"). The address holds
 * a key that only this installation can have made; who calls without it finds nothing there. Reports may come twice, late,
 * and before we have noted that the message was taken: none of it moves a delivered message back.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import type { Settings } from '../../config/settings.ts'
import { query, sql } from '../../src/kernel/database/sql.ts'
import { throwProblem } from '../../src/kernel/http/errors.ts'
import { defineRoute } from '../../src/kernel/http/route.ts'
import type { Services } from '../../src/kernel/services.ts'
import { MessageError, MessageStatus } from './schema.ts'

const path = '/api/Notifications/reports'

const keyOf = ({ tokenSecret }: Pick<Settings, 'tokenSecret'>): string =>
  createHmac('sha256', tokenSecret).update('notifications.reports').digest('base64url')

/** The address for the gateway; none where it could not reach us. */
export function notifyUrl(settings: Pick<Settings, 'tokenSecret' | 'portalUrl'>): string | undefined {
  const { hostname } = new URL(settings.portalUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return undefined
  return new URL(`${path}/${keyOf(settings)}`, settings.portalUrl).href
}

const same = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))

type Fate = 'delivered' | 'undelivered' | 'expired'

/** The gateway's codes that are an end; the others (sent, queued, accepted, unknown, not found) say nothing new. */
const fates: ReadonlyMap<string, Fate> = new Map([
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
  readonly fate: Fate
  readonly at: Date
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const Texts = Type.Optional(Type.String({ maxLength: 10_000 }))
const Asked = Type.Object({
  MsgId: Type.String({ maxLength: 10_000 }),
  status: Type.String({ maxLength: 10_000 }),
  idx: Texts,
  donedate: Texts
})

/** The reports in a call that say something; an instant that cannot be is the present. */
export function reportsIn({ MsgId, status, idx = '', donedate = '' }: Static<typeof Asked>, now: Date): Report[] {
  const parts = (text: string): string[] => text.split(',').map(part => part.trim())
  const [states, keys, dates] = [parts(status), parts(idx), parts(donedate)]
  return parts(MsgId).flatMap((gatewayId, at) => {
    const fate = fates.get(states[at] ?? '')
    if (!fate || gatewayId === '' || gatewayId.length > 100) return []
    const key = uuid.test(keys[at] ?? '') ? (keys[at] as string) : null
    const seconds = /^\d{1,10}$/.test(dates[at] ?? '') ? Number(dates[at]) : Number.NaN
    const done = new Date(seconds * 1_000)
    return [{ gatewayId, key, fate, at: done <= now ? done : now }]
  })
}

async function keep({ db, hints }: Services, { gatewayId, key, fate, at }: Report): Promise<void> {
  const { delivered, error } = MessageStatus
  const mine = key ? sql`key = ${key}` : sql`gateway_id = ${gatewayId}`
  const changed = await query<{ id: number }>(
    db,
    fate === 'delivered'
      ? sql`update notifications.messages set status = ${delivered}, error = null, detail = null, delivered_at = ${at},
            sending_since = null
          where ${mine} and channel = 0 and status <> ${delivered} returning id`
      : sql`update notifications.messages set status = ${error}, error = ${MessageError[fate]}, sending_since = null
          where ${mine} and channel = 0 and status in (${MessageStatus.inProgress}, ${MessageStatus.sent}) returning id`
  )
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) hints.send({ kind: 'changed', resourceType: 'notifications.sent', ids, companyId: null })
}

export const reportRoute = defineRoute({
  url: `${path}/:key`,
  access: ['anyone'],
  rateLimit: { max: 1_200, timeWindow: 60_000 },
  summary: 'Delivery reports of the SMS gateway, proven by the key in the address',
  query: Asked,
  answer: Type.String({ description: 'OK' }),
  async run({ services, query: asked, param, reply }) {
    if (!same(param('key'), keyOf(services.settings))) return throwProblem('notFound')
    for (const report of reportsIn(asked as Static<typeof Asked>, services.now())) await keep(services, report)
    reply.type('text/plain; charset=utf-8')
    return 'OK'
  }
})
