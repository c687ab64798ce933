/** The words of a message about an arrival, to each person who is told of some of the orders of the visit. */
import { longDay } from '../../../src/contract/days.ts'
import type { Language } from '../../../src/contract/languages.ts'
import { clientContacts } from '../../../src/kernel/access/identity.ts'
import { oneLine } from '../../../src/kernel/messaging/letter.ts'
import { exists } from '../../../src/kernel/resources/read-one.ts'
import type { Services } from '../../../src/kernel/services.ts'
import { countryFacts } from '../../companies/schema.ts'
import { type News, type Say, tellAddress, tellClient } from '../../notifications/public.ts'
import { ClientNews } from '../../notifications/schema.ts'
import { orderOfClient, type TrackedOrder } from '../../orders/public.ts'
import { orderResources } from '../../orders/resources.ts'
import { withoutAccount } from '../../users/public.ts'
import { windowText } from './content.ts'
import type { ArrivalMessage } from './due.ts'
import { maskedAddress } from './links.ts'
import type { ArrivalAhead } from './windows.ts'

/** An order of which something is told. */
export interface Told {
  readonly order: TrackedOrder
  readonly day: string
  readonly kind: ArrivalMessage
  /** That of its visit. */
  readonly arrival: ArrivalAhead
  /** Names the visit. */
  readonly visit: string
}

type Transaction = Parameters<typeof tellClient>[1]
type Group = readonly [Told, ...Told[]]

/** Queues the message about orders of one visit, of one kind: for each person one, about those that the person is told of and may see. */
export async function writeArrival(services: Services, trx: Transaction, group: Group): Promise<void> {
  const { orders } = orderResources
  const toldOf = new Map<number, readonly number[]>()
  for (const { order } of group) toldOf.set(order.id, (await orderOfClient(trx, order.id))?.told ?? [])
  const contacts = await clientContacts.of(services.extensions)(services, trx, [
    ...new Set([...toldOf.values()].flat())
  ])
  for (const contact of contacts.values()) {
    const { accountId, language } = contact.caller
    const own: Told[] = []
    for (const told of group) {
      const isTold = toldOf.get(told.order.id)?.includes(accountId)
      if (isTold && (await exists(trx, orders, told.order.id, contact.caller))) own.push(told)
    }
    const [first, ...others] = own
    if (first) await tellClient(services, trx, contact, [newsOf(services, language, [first, ...others])])
  }
  await writeToPlace(services, trx, group)
}

/**
 * To the contact of the place, if it has agreed (`arrivalMessages` of the place). An address or a phone that an account has is left out: its
 * person says in the portal what they want to be told of.
 */
async function writeToPlace(services: Services, trx: Transaction, group: Group): Promise<void> {
  const [{ order }] = group
  if (!order.isContactTold) return
  const { language } = countryFacts[order.country]
  const link = maskedAddress(services)
  const news = { ...newsOf(services, language, group), link }
  await tellAddress(services, trx, { ...(await withoutAccount(trx, order)), language }, news, `${link}/stop`)
}

/** What a person is told of some orders. */
function newsOf(services: Services, language: Language, group: Group): News & { readonly resourceType: string } {
  const { orders } = orderResources
  const [{ order, day, kind, arrival }, ...others] = group
  const { id, number, place } = order
  const { window } = arrival
  const say: Say = (key, params) => services.messages.say(language, key, params)
  const params = {
    day: longDay(language, day, services.now()),
    hasWindow: window ? 'yes' : 'no',
    window: window ? windowText(language, window) : ''
  }
  const title = say('orders.news.title', { number })
  const numbers = group.map(told => told.order.number).join(', ')
  const isOne = others.length === 0
  return {
    id,
    alsoIds: others.map(told => told.order.id),
    resourceType: orders.type,
    title: isOne ? title : say('notifications.letter.more', { first: title, count: others.length }),
    details: [oneLine(place), ...(isOne ? [] : [say('driver.arrival.numbers', { numbers })])],
    path: `/client/orders?row=${id}&panel=${id}`,
    link: maskedAddress(services),
    events: [
      {
        kind: ClientNews.orderPlanned,
        short: say(`driver.arrival.${kind}.short`, params),
        text: [say(`driver.arrival.${kind}.text`, params), say('driver.arrival.prepare')].join('\n')
      }
    ]
  }
}
