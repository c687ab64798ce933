/**
 * The page of an order, or of several of one visit, for the contact of its place, who has its link and no login: when the driver comes, and how it
 * ended. An address that is none, or that has ended, has one and the same answer. The page has no scripts, is never kept by browsers or found by
 * search engines, and does not give its address away to others (`serve/headers.ts`). Below it the contact stops messages about arrivals.
 */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { isLanguage, type Language, languages } from '../../../src/contract/languages.ts'
import { runAsSystem } from '../../../src/kernel/commands/system.ts'
import { defineButtonRoute, defineRoute, type RouteContext } from '../../../src/kernel/routes/route.ts'
import { bandText } from '../../../src/kernel/serve/band.ts'
import { stopArrivalMessages } from '../../companies/public.ts'
import { type Content, contactOf, contentOf, factOf, type SayPage } from './content.ts'
import { ordersOfCode } from './links.ts'
import { pageOf, style, type TrackingPage } from './page.ts'
import { type Tracking, trackingsOf } from './tracking.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
/** @param forms where forms of the page may be sent */
const policyFor = (forms: "'none'" | "'self'"): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`

const ChosenLanguage = Type.Optional(
  Type.Union(
    languages.map(language => Type.Literal(language)),
    { description: 'that of the browser, if left out' }
  )
)

const page = (description: string) =>
  Type.Unsafe<string>({ description, content: { 'text/html': { schema: { type: 'string' } } } })

type Context = RouteContext<{ readonly language?: Language }>

/** What all pages of a link share: who asks in which language, and of which orders. */
/** The page of the link with what it says of its orders; 404 where there is no such link, or no longer. */
async function answerPage(
  context: Context,
  forms: "'none'" | "'self'",
  contentFor: (
    content: Content,
    trackings: readonly [Tracking, ...Tracking[]]
  ) => Partial<TrackingPage> | Promise<Partial<TrackingPage>>
) {
  const { services, param, query, request, reply } = context
  const { db, messages, settings } = services
  const language = isLanguage(query.language) ? query.language : request.language
  const say: SayPage = (key, params = {}) => messages.say(language, `driver.tracking.${key}`, params)
  const code = param('code')
  const trackings = await trackingsOf(services, db, await ordersOfCode(db, code))
  const frame = {
    language,
    title: say('head'),
    business: settings.businessName,
    band: bandText(services, language),
    sentence: say('unknown'),
    nameOf: (one: Language) => messages.say(one, `users.language.${one}`),
    languagesLabel: say('languages')
  }
  reply
    .headers({ 'content-security-policy': policyFor(forms), 'x-robots-tag': 'noindex, nofollow' })
    .type('text/html; charset=utf-8')
  const [first, ...others] = trackings
  if (!first) return reply.code(404).send(pageOf(frame))
  return reply.send(pageOf({ ...frame, ...(await contentFor({ services, code, language, say }, [first, ...others])) }))
}

const rateLimit = { max: 60, timeWindow: 60_000 }
const query = Type.Object({ language: ChosenLanguage })
const shown = page('The page; 404 with a sentence where there is no such link, or no longer')

export const trackingRoute = defineRoute({
  url: '/t/:code',
  access: ['anyone'],
  summary: 'When the driver comes for an order, as a page for people who have its link, in their language',
  rateLimit,
  query,
  answer: shown,
  run: context => answerPage(context, "'none'", contentOf)
})

/** The page on which the contact of the place stops messages about arrivals: by a press, because programs open each link of an e-mail. */
export const stopPageRoute = defineRoute({
  url: '/t/:code/stop',
  access: ['anyone'],
  summary: 'Asks whether the contact of the place wants no more messages about arrivals',
  rateLimit,
  query,
  answer: shown,
  run: context => answerPage(context, "'self'", (content, [first]) => stopContent(content, first))
})

function stopContent({ services: { settings }, say }: Content, { order }: Tracking): Partial<TrackingPage> {
  const { isContactTold, place } = order
  return {
    title: say('stop.title'),
    sentence: say(isContactTold ? 'stop.ask' : 'stop.stopped'),
    tone: isContactTold ? undefined : 'good',
    facts: factOf(say('place'), place),
    button: isContactTold ? say('stop.button') : undefined,
    contact: contactOf(settings, say)
  }
}

export const stopRoute = defineButtonRoute({
  url: '/t/:code/stop',
  access: ['anyone'],
  summary: 'Stops messages about arrivals to the contact of the place of the link',
  rateLimit,
  query,
  answer: shown,
  run: context =>
    answerPage(context, "'self'", async (content, [first]) => {
      const { isContactTold, placeId } = first.order
      if (isContactTold) await runAsSystem(content.services, stopArrivalMessages, [placeId], undefined)
      return stopContent(content, { ...first, order: { ...first.order, isContactTold: false } })
    })
})
