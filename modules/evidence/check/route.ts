/**
 * The public page of a statement, to which the QR code on its papers leads: whether it is valid, was replaced or withdrawn. It says what whoever
 * holds the paper needs to compare, and nothing more: no rows, and of the client's name its first word and initials. It is a page of its own,
 * without scripts, so that it opens on any phone.
 */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { defineRoute } from '../../../src/kernel/routes/route.ts'
import { bandText } from '../../../src/kernel/serve/band.ts'
import { Statement } from '../models.ts'
import { stateOf, wordsOf } from '../papers/paper.ts'
import { pageOf, style } from './page.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Addresses are made of 24 random bytes; a longer one is no address of ours. */
const token = /^[\w-]{32}$/

/** `Auto Serwis Kowalski` is `Auto S. K.` */
export const shortName = (name: string): string => {
  const [first = '', ...others] = name.trim().split(/\s+/)
  return [first, ...others.map(word => `${[...word][0]}.`)].join(' ')
}

export const checkRoute = defineRoute({
  url: '/statement/:token',
  access: ['anyone'],
  summary: 'Whether a statement of masses is valid, as a page for people, who come by the QR code on its papers',
  rateLimit: { max: 60, timeWindow: 60_000 },
  answer: Type.Unsafe<string>({
    description: 'The page; 404 with a sentence where there is no such statement',
    content: { 'text/html': { schema: { type: 'string' } } }
  }),
  async run({ services, param, request, reply }) {
    const { db, messages, settings } = services
    const asked = param('token')
    const found = token.test(asked) ? await Statement.query(db).findOne({ token: asked }) : undefined
    const next = found?.replacedById ? await Statement.query(db).findById(found.replacedById) : undefined
    const { language, day, kilograms } = wordsOf(services, request.language)
    const say = (key: string, params: Readonly<Record<string, unknown>> = {}): string =>
      messages.say(language, `evidence.check.${key}`, params)
    const frame = { language, title: say('title'), business: settings.businessName, band: bandText(services, language) }
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8')
    if (!found) return reply.code(404).send(pageOf({ ...frame, sentence: say('unknown') }))
    const state = stateOf(found)
    return reply.send(
      pageOf({
        ...frame,
        state,
        sentence: say(state, { number: next?.number ?? '' }),
        facts: [
          [say('number'), found.number],
          [say('client'), shortName(found.companyName)],
          [say('period'), say('days', { from: day(found.firstDay), to: day(found.lastDay) })],
          [say('kilograms'), say('mass', { mass: kilograms(found.kilograms) })]
        ]
      })
    )
  }
})
