/** The words of a message about news: of one thing, or of all that has happened within a quarter of an hour. */
import type { Settings } from '../../../config/settings.ts'
import { inPlainLetters, smsParts } from '../../../src/kernel/messaging/plain-letters.ts'
import type { Say, Words } from '../queue.ts'
import type { News } from './source.ts'

export interface Told extends News {
  readonly resourceType: string
}

type Sender = Pick<Settings, 'businessName' | 'portalUrl'>
type Write = (say: Say, told: readonly Told[], sender: Sender) => Words

/** Where a client chooses what it is told of: the portal opens the settings of the account. */
const settingsPath = '/client/dashboard?settings=notifications'
const homePath = '/client/dashboard'
/** Of so many things an SMS speaks at most. */
const maxInSms = 3

/** What has happened to a thing, in a few words. */
export const happened = ({ events }: News): string => events.map(({ short }) => short).join(', ')

const shortOf = (news: News): string => `${news.title}: ${happened(news)}`

const isOne = (told: readonly Told[]): boolean => told.length === 1

/** Where a message leads: to the thing that it is about, or to the home page if there are several. */
const linkOf = (told: readonly Told[], { portalUrl }: Sender): string =>
  (isOne(told) && told[0]?.link) || new URL(isOne(told) ? (told[0]?.path ?? homePath) : homePath, portalUrl).href

function subjectOf(say: Say, told: readonly Told[]): string {
  const [first] = told
  const subject = first ? shortOf(first) : ''
  return isOne(told) ? subject : say('notifications.letter.more', { first: subject, count: told.length - 1 })
}

/** One paragraph for each thing; among several, each with its own address, to which its heading leads. */
export const emailOf: Write = (say, told, sender) => {
  const paragraphs = told.map(({ title, events, details, path }) =>
    [
      `${title}:`,
      ...events.map(({ text }) => text),
      ...details,
      ...(isOne(told) ? [] : [new URL(path, sender.portalUrl).href])
    ].join('\n')
  )
  const link = linkOf(told, sender)
  const settings = new URL(settingsPath, sender.portalUrl).href
  const withoutSignIn = isOne(told) && told[0]?.link ? 'yes' : 'no'
  const body = say('notifications.letter.email', { news: paragraphs.join('\n\n'), link, withoutSignIn, settings })
  return { subject: subjectOf(say, told), body }
}

/** To somebody without an account: about one thing, with where such messages are stopped. */
export function emailToAddress(say: Say, told: Told & { readonly link: string }, stopLink: string): Words {
  const news = [`${told.title}:`, ...told.events.map(({ text }) => text), ...told.details].join('\n')
  const body = say('notifications.letter.toAddress', { news, link: told.link, stop: stopLink })
  return { subject: subjectOf(say, [told]), body }
}

export const smsOf: Write = (say, told, sender) => {
  const some = told.slice(0, maxInSms).map(shortOf)
  const more = told.length - some.length
  const last = some.pop() ?? ''
  const lines = [...some, more > 0 ? say('notifications.letter.more', { first: last, count: more }) : last]
  const subject = subjectOf(say, told)
  const body = `${lines.join('\n')}\n${linkOf(told, sender)}`
  const signed = `${sender.businessName}: ${body}`
  // what leads to a page of its own is one SMS: the gateway names the sender, too
  const isShort = isOne(told) && told[0]?.link !== undefined && smsParts(inPlainLetters(signed)) > 1
  return { subject, body: isShort ? body : signed }
}
