/** What the page of a link says: of an order, or of several of one visit. */
import { longDay } from '../../../src/contract/days.ts'
import type { Language } from '../../../src/contract/languages.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { type Reading, stepsOf, stepText } from '../clients/steps.ts'
import { timeText } from './local-time.ts'
import type { OrderOnPage, TrackingPage } from './page.ts'
import { isPartly, leadingOf, openStates, type Tracking, type TrackingState } from './tracking.ts'
import type { Window } from './windows.ts'

export const windowText = (language: Language, { from, to }: Window): string =>
  `${timeText(language, from)}–${timeText(language, to)}`

export type SayPage = (key: string, params?: Readonly<Record<string, unknown>>) => string

const tones: Partial<Record<TrackingState, TrackingPage['tone']>> = {
  arrived: 'good',
  collected: 'good',
  failed: 'bad',
  canceled: 'bad',
  overdue: 'bad'
}

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
  return stepsOf(reported).flatMap(event =>
    ['loaded', 'weighed'].includes(event.type) ? stepText(reading, event) : []
  )
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

const isComing = ({ state }: Tracking): boolean => openStates.has(state) && state !== 'unplanned' && state !== 'overdue'

export const factOf = (label: string, value: string | null): (readonly [string, string])[] =>
  value === null ? [] : [[label, oneLine(value)]]

/** Where and when the driver comes, and who. */
function factsOf(tracking: Tracking, dayText: string | null, say: SayPage): (readonly [string, string])[] {
  const { place, driver, registerNumber } = tracking.order
  const coming = isComing(tracking)
  return [
    ...factOf(say('place'), place),
    ...factOf(say('day'), coming ? dayText : null),
    ...factOf(say('driver'), coming ? driver : null),
    ...factOf(say('vehicle'), coming ? registerNumber : null)
  ]
}

/** What is to be ready for the orders that are still to come. */
function prepareOf(trackings: readonly Tracking[], say: SayPage): TrackingPage['prepare'] {
  const coming = trackings.filter(isComing)
  if (coming.length === 0) return undefined
  const cards = coming.map(({ order: { kpo } }) =>
    kpo ? say('prepare.cardNumber', { number: oneLine(kpo) }) : say('prepare.card')
  )
  return { title: say('prepare'), items: [...new Set(cards), say('prepare.access'), say('prepare.signer')] }
}

export interface Content {
  readonly services: Services
  /** That of the link. */
  readonly code: string
  readonly language: Language
  readonly say: SayPage
}

const readingOf = ({ services: { messages }, language }: Content, { order }: Tracking): Reading => ({
  say: (key, params) => messages.say(language, key, params),
  language,
  orderTypeId: order.orderTypeId
})

function sentenceOf({ services, language, say }: Content, { state, order: { day } }: Tracking): string {
  return say(`state.${state}`, { day: day ? longDay(language, day, services.now()) : '' })
}

/** Where people ask. */
export const contactOf = ({ contactPhone }: Services['settings'], say: SayPage): string | undefined =>
  contactPhone ? say('contact', { phone: contactPhone }) : undefined

/** What the page says of the first order, and of all. */
export function contentOf(content: Content, trackings: readonly [Tracking, ...Tracking[]]): Partial<TrackingPage> {
  const { services, code, language, say } = content
  const { settings, now } = services
  const tracking = leadingOf(trackings)
  const { state, order, arrival } = tracking
  const isOne = trackings.length === 1
  const day = order.day && longDay(language, order.day, now())
  const isMixed = isPartly(trackings)
  const sentence = isMixed ? say('state.partly') : sentenceOf(content, tracking)
  return {
    title: isOne ? say('title', { number: order.number }) : say('titleOfSeveral', { count: trackings.length }),
    sentence,
    tone: isMixed ? undefined : tones[state],
    window: arrival?.window && { label: say('window'), text: windowText(language, arrival.window) },
    notes: [...arrivalNotes(tracking, say), ...(isOne ? endLines(tracking, readingOf(content, tracking)) : [])],
    facts: [...(isOne ? factOf(say('number'), order.number) : []), ...factsOf(tracking, day, say)],
    orders: isOne ? undefined : { title: say('orders'), items: trackings.map(one => orderOf(content, one, sentence)) },
    prepare: prepareOf(trackings, say),
    stop:
      order.isContactTold && code ? { href: `${code}/stop?language=${language}`, text: say('stop.link') } : undefined,
    contact: contactOf(settings, say),
    freshness: trackings.some(one => openStates.has(one.state))
      ? { text: say('freshness', { time: timeText(language, now()) }), reload: say('reload') }
      : undefined
  }
}

/** An order among several. What the page says of all is not said again. */
function orderOf(content: Content, tracking: Tracking, ofAll: string): OrderOnPage {
  const { state, order } = tracking
  const sentence = sentenceOf(content, tracking)
  return {
    number: order.number,
    lines: [...(sentence === ofAll ? [] : [sentence]), ...endLines(tracking, readingOf(content, tracking))],
    tone: tones[state]
  }
}
