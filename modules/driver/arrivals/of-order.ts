/** The arrival in the panel of an order, for staff, who can copy the link of its page for whoever asks; and in words, for clients, too. */
import { type Static, Type } from '@sinclair/typebox'
import type { Language } from '../../../src/contract/languages.ts'
import { receivingText } from '../../../src/contract/receiving.ts'
import { codes } from '../../../src/contract/vocabulary.ts'
import { allRows } from '../../../src/kernel/limits.ts'
import { listTab } from '../../../src/kernel/pages/tabs.ts'
import { readOne } from '../../../src/kernel/resources/read-one.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { orderPanelTabs } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { OrderStatus } from '../../orders/schema.ts'
import { windowText } from './content.ts'
import { openTracking } from './links.ts'
import { type Tracking, trackingOf } from './tracking.ts'

const { orders } = orderResources

const Expected = Type.Object({
  description: Type.String({
    description: 'when the driver arrives, or why nobody knows, in the language of the caller'
  }),
  link: Type.String({ format: 'url', description: 'the page of the order that opens without signing in' })
})

const url = '/api/Admin/Orders/:id/arrival'
const isPlanned = { currentStatus: codes(OrderStatus, ['inProgress']) }

/** `2. w kolejce, ok. 09:20–10:00`; undefined where the driver has not still to come. */
export function expectedText(
  { messages }: Pick<Services, 'messages'>,
  language: Language,
  { state, arrival }: Tracking
): string | undefined {
  if (!arrival) return undefined
  const say = (key: string, params: Readonly<Record<string, unknown>> = {}): string =>
    messages.say(language, `driver.${key}`, params)
  const position =
    state === 'today'
      ? [say('tracking.position', { position: arrival.position, isNext: arrival.position === 1 ? 'yes' : 'no' })]
      : []
  const time = arrival.window
    ? say('arrival.expected', { window: windowText(language, arrival.window) })
    : say(`tracking.missing.${arrival.missing}`)
  return [...position, time].join(' ')
}

/** Whether the place lets nobody in then. */
const outsideOf = ({ messages }: Services, language: Language, { arrival, order }: Tracking): string[] => {
  const hours = receivingText(language, order.receiving)
  return arrival?.isOutside && hours ? [messages.say(language, 'driver.arrival.outside', { hours })] : []
}

export const arrivalRoute = defineRoute({
  url,
  access: ['ADMIN'],
  summary: 'When the driver arrives for an order in progress, and the link of its page that needs no login',
  answer: ListResponse(Expected),
  run: async ({ services, caller, id }) => {
    const { db, messages } = services
    const order = orNotFound((await readOne(db, orders, id, caller)) ?? null)
    const tracking = order.currentStatus === OrderStatus.inProgress ? await trackingOf(services, db, id) : undefined
    if (!tracking) return allRows<Static<typeof Expected>>([])
    const { language } = caller
    const description =
      expectedText(services, language, tracking) ?? messages.say(language, `driver.tracking.state.${tracking.state}`)
    const link = await openTracking(services, db, [id], services.now())
    return allRows([{ description: [description, ...outsideOf(services, language, tracking)].join(' '), link }])
  }
})

export const arrivalTab = orderPanelTabs.fill({
  tabs: [
    {
      ...listTab('arrival', {
        title: 'driver.expected.title',
        load: url,
        schema: Expected,
        resourceType: 'driver.expected',
        columns: ['description', { key: 'link', under: 'description' }]
      }),
      shown: isPlanned
    }
  ]
})
