/** Orders that are placed and then accepted, each call under its key, and lists that are read. */
import { isGood, type People, steadily } from './calls.ts'
import type { Messages } from './messages.ts'

export interface PlacedOrder {
  readonly key: string
  readonly id: number
  readonly at: number
  isAccepted: boolean
}

export interface Orders {
  /** Those that a caller was told of. */
  readonly placed: readonly PlacedOrder[]
  /** All keys that were used. */
  readonly keys: ReadonlySet<string>
  stop(): Promise<void>
}

const mostPlaces = 40
const item = 1

/** Reception places for which an order is taken. */
async function placesOf(people: People, run: string): Promise<number[]> {
  const places: number[] = []
  for (let place = 1; place <= mostPlaces; place += 1) {
    const body = { receptionPlace: place, orderTypeItemId: item, quantity: 1 }
    const reply = await people.call('write', 'POST', '/api/Admin/Orders', body, `${run}-probe-${place}`)
    if (isGood(reply)) places.push(place)
  }
  if (places.length === 0) throw new Error('No order can be placed: is the demo in the database?')
  return places
}

export async function placing(people: People, perSecond: number, messages: Messages): Promise<Orders> {
  const run = `drill-${Date.now().toString(36)}`
  const places = await placesOf(people, run)
  const placed: PlacedOrder[] = []
  const keys = new Set<string>()
  const { stop } = steadily(perSecond, async n => {
    const key = `${run}-${n}`
    keys.add(key)
    const receptionPlace = places[n % places.length]
    const body = { receptionPlace, orderTypeItemId: item, quantity: 1, additionalInfo: key }
    const reply = await people.insist('POST', '/api/Admin/Orders', body, key)
    if (!reply) return
    const order: PlacedOrder = { key, id: JSON.parse(reply.text).data.id, at: Date.now(), isAccepted: false }
    placed.push(order)
    const accepted = await people.insist('PUT', `/api/Admin/Orders/${order.id}/accept`, undefined, `${key}-accept`)
    order.isAccepted = accepted !== undefined
    if (accepted && n % messages.every === 0) await messages.notify(order, n)
  })
  return { placed, keys, stop }
}

const lists = [
  '/api/Admin/Orders?page=1&limit=35&OrderStatus=0',
  '/api/Admin/Orders?page=1&limit=35',
  '/IoT/containers-list?page=1&limit=35',
  '/api/Admin/Companies?page=1&limit=35'
]

export const reading = (people: People, perSecond: number): { stop(): Promise<void> } =>
  steadily(perSecond, n => people.call('read', 'GET', lists[n % lists.length] ?? ''))
