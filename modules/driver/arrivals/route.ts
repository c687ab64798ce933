/**
 * The page of an order for the contact of its place, who has its link and no login: when the driver comes, and how it ended. An address that is
 * none, or that has ended, has one and the same answer. The page has no scripts, is never kept by browsers or found by search engines, and does
 * not give its address away to others (`serve/headers.ts`).
 */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { longDay } from '../../../src/contract/days.ts'
import { isLanguage, type Language, languages } from '../../../src/contract/languages.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import { defineRoute } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type Reading, stepsOf, stepText } from '../clients/steps.ts'
import { orderOfCode } from './links.ts'
import { timeText } from './local-time.ts'
import { pageOf, style, type TrackingPage } from './page.ts'
import { type Tracking, type TrackingState, trackingOf } from './tracking.ts'
import type { Window } from './windows.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export const windowText = (language: Language, { from, to }: Window): string =>
  `${timeText(language, from)}–${timeText(language, to)}`

type SayPage = (key: string, params?: Readonly<Record<string, unknown>>) => string

const tones: Partial<Record<TrackingState, TrackingPage['tone']>> = {
  arrived: 'good',
  collected: 'good',
  failed: 'bad',
  canceled: 'bad',
  overdue: 'bad'
}
const open: ReadonlySet<TrackingState> = new Set(['unplanned', 'planned', 'moved', 'today', 'arrived', 'overdue'])

/** What was taken, or why nothing was: by the office where it has finished the order, else by the driver. */
function endLines({ state, order, reported }: Tracking, reading: Reading): string[] {
  const { quantityTaken, tonnage, finishedAt } = order
  if (state === 'failed')
    return stepsOf(reported).flatMap(event => (event.type === 'failed' ? stepText(reading, event) : []))
  if (state !== 'collected') return []
  const step = (type: string, data: object): string => stepText(reading, { id: '', accountId: 0, type, at: 0, data })
  if (finishedAt)
    return [
      ...(quantityTaken === null ? [] : [step('loaded', { quantity: quantityTaken })]),
      ...(tonnage === null ? [] : [step('weighed', { kilograms: Math.round(tonnage * 1000) })])
    ]
  return stepsOf(reported).flatMap(event => (['loaded', 'weighed'].includes(event.type) ? stepText(reading, event) : []))
}

/** Why there is no window, or which one in line it is. */
function arrivalNotes({ arrival, state }: Tracking, say: SayPage): string[] {
  if (!arrival) return []
  const position =
    state === 'today'
      ? [say('position', { position: arrival.position, isNext: arrival.position === 1 ? 'yes' : 'no' })]
      : []
  return arrival.window ? position : [...position, say(`missing.${arrival.missing}`)]
}

function contentOf(services: Services, tracking: Tracking, language: Language, say: SayPage): Partial<TrackingPage> {
  const { settings, messages, now } = services
  const { state, order, arrival } = tracking
  const { number, place, day, driver, registerNumber, kpo } = order
  const reading: Reading = {
    say: (key, params) => messages.say(language, key, params),
    language,
    orderTypeId: order.orderTypeId
  }
  const isComing = open.has(state) && state !== 'unplanned' && state !== 'overdue'
  const fact = (key: string, value: string | null): (readonly [string, string])[] =>
    value === null ? [] : [[say(key), oneLine(value)]]
  return {
    title: say('title', { number }),
    sentence: say(`state.${state}`, { day: day ? longDay(language, day, now()) : '' }),
    tone: tones[state],
    window: arrival?.window && { label: say('window'), text: windowText(language, arrival.window) },
    notes: [...arrivalNotes(tracking, say), ...endLines(tracking, reading)],
    facts: [
      ...fact('number', number),
      ...fact('place', place),
      ...fact('day', day && isComing ? longDay(language, day, now()) : null),
      ...fact('driver', isComing ? driver : null),
      ...fact('vehicle', isComing ? registerNumber : null)
    ],
    prepare: isComing
      ? {
          title: say('prepare'),
          items: [
            kpo ? say('prepare.cardNumber', { number: oneLine(kpo) }) : say('prepare.card'),
            say('prepare.access'),
            say('prepare.signer')
          ]
        }
      : undefined,
    contact: settings.contactPhone ? say('contact', { phone: settings.contactPhone }) : undefined,
    freshness: open.has(state)
      ? { text: say('freshness', { time: timeText(language, now()) }), reload: say('reload') }
      : undefined
  }
}

export const trackingRoute = defineRoute({
  url: '/t/:code',
  access: ['anyone'],
  summary: 'When the driver comes for an order, as a page for people who have its link, in their language',
  rateLimit: { max: 60, timeWindow: 60_000 },
  query: Type.Object({
    language: Type.Optional(
      Type.Union(
        languages.map(language => Type.Literal(language)),
        { description: 'that of the browser, if left out' }
      )
    )
  }),
  answer: Type.Unsafe<string>({
    description: 'The page; 404 with a sentence where there is no such link, or no longer',
    content: { 'text/html': { schema: { type: 'string' } } }
  }),
  async run({ services, param, query, request, reply }) {
    const { db, messages, settings } = services
    const language = isLanguage(query.language) ? query.language : request.language
    const say: SayPage = (key, params = {}) => messages.say(language, `driver.tracking.${key}`, params)
    const orderId = await orderOfCode(db, param('code'))
    const tracking = orderId === undefined ? undefined : await trackingOf(services, db, orderId)
    const frame = {
      language,
      title: say('head'),
      business: settings.businessName,
      sentence: say('unknown'),
      nameOf: (one: Language) => messages.say(one, `users.language.${one}`),
      languagesLabel: say('languages')
    }
    reply
      .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex, nofollow' })
      .type('text/html; charset=utf-8')
    if (!tracking) return reply.code(404).send(pageOf(frame))
    return reply.send(pageOf({ ...frame, ...contentOf(services, tracking, language, say) }))
  }
})
