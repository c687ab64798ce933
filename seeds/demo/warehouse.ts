/** Internal stores with their borders, and containers with their sensors. */
import { ContainerStatus } from '../../modules/iot/schema.ts'
import { dayMs } from '../../src/contract/days.ts'
import type { CodeOf } from '../../src/contract/vocabulary.ts'
import type { Place } from './clients.ts'
import { iccid, imei, serialNumber, unique } from './numbers.ts'
import type { Random } from './random.ts'
import { townNamed } from './towns.ts'

export interface Point {
  latitude: number
  longitude: number
}

export interface Store extends Point {
  id: number
  name: string
  city: string
  street: string
  postalCode: string
  /** The corners of its yard, in order; 3 or more. */
  border: Point[]
}

/** What a sensor sent. `battery` in volts, or null where it was left out. */
export interface Reading extends Point {
  at: Date
  battery: number | null
}

/** Readings in a row at one spot, oldest first, all within a few metres of the first. */
export interface Stay {
  storeId: number | null
  readings: [Reading, ...Reading[]]
}

export interface Container {
  id: number
  imei: string
  iccid: string
  serNo: string
  containerNumber: string
  description: string | null
  status: CodeOf<typeof ContainerStatus>
  /** The internal store that services it. */
  assignedStoreId: number
  /** Where it has been, oldest first; it is at the last. Empty for a sensor that has never sent anything. */
  stays: Stay[]
  /** Where the simulator moves it, there and back; null for containers that are not simulated. */
  route: Point[] | null
}

/** A yard that the business has given up: it is in no document, and nothing is offered there. */
export interface ClosedStore extends Store {
  closedAt: Date
}

export interface Warehouse {
  stores: Store[]
  closedStores: ClosedStore[]
  containers: Container[]
}

/** Sensors that outside checks rely on: provisioned, never simulated. (Their check digits are not Luhn's.) */
export const fixedImeis = ['350000000000019', '350000000000027'] as const

const sites: [town: string, name: string, street: string][] = [
  ['Chełm', 'Magazyn Chełm', 'Przemysłowa 12'],
  ['Płock', 'Magazyn Płock', 'Fabryczna 4'],
  ['Wrocław', 'Magazyn Wrocław', 'Składowa 21'],
  ['Gdańsk', 'Magazyn Gdańsk', 'Magazynowa 7']
]
const given: [town: string, name: string, street: string] = ['Zgierz', 'Plac Zgierz', 'Boruty 8']
const containerCount = 120
export const simulatedCount = 12

export function makeWarehouse(random: Random, { places, now }: { places: readonly Place[]; now: Date }): Warehouse {
  const stores = sites.map(storeAt)
  const closedStores = [{ ...storeAt(given, stores.length), closedAt: new Date(now.getTime() - 240 * dayMs) }]
  const active = places.filter(place => place.active)
  const taken = { imei: new Set<string>(fixedImeis), iccid: new Set<string>(), serNo: new Set<string>() }
  const containers = Array.from({ length: containerCount }, (_, i): Container => {
    const one = random.fork(i)
    const fixed = fixedImeis[i]
    const simulated = fixed === undefined && i < fixedImeis.length + simulatedCount
    // A third in the yards, the others at clients, so that the map shows both.
    const place = active.length > 0 && (simulated || one.chance(0.65)) ? one.pick(active) : null
    const home = place ? nearest(stores, place) : one.pick(stores)
    return {
      id: i + 1,
      imei: fixed ?? unique(taken.imei, () => imei(one)),
      iccid: unique(taken.iccid, () => iccid(one)),
      serNo: unique(taken.serNo, () => serialNumber(one)),
      containerNumber: `K-${String(i + 1).padStart(4, '0')}`,
      description: one.chance(0.15) ? one.pick(['Nowa plandeka', 'Po przeglądzie', 'Wgniecenie z lewej strony']) : null,
      status: fixed ? ContainerStatus.unknown : statusOf(one, place === null, simulated),
      assignedStoreId: home.id,
      stays: fixed ? [] : past(one, { home, place, active, now }),
      route: simulated ? route(one, place ?? home, home) : null
    }
  })
  return { stores, closedStores, containers }
}

function storeAt([city, name, street]: (typeof sites)[number], i: number): Store {
  const town = townNamed(city)
  const centre = { latitude: round(town.latitude - 0.012), longitude: round(town.longitude + 0.02) }
  return { id: i + 1, name, city, street, postalCode: town.postalCode, ...centre, border: yard(centre, 5 + (i % 3)) }
}

/** A few stays, alternating between the yard and clients, the last of them where the container is now. */
function past(
  random: Random,
  { home, place, active, now }: { home: Store; place: Place | null; active: readonly Place[]; now: Date }
): Stay[] {
  const near = active.filter(
    each => Math.abs(each.latitude - home.latitude) < 1.2 && Math.abs(each.longitude - home.longitude) < 2
  )
  const spots: (Store | Place)[] = [place ?? home]
  for (let left = random.int(0, 3); left > 0; left--) {
    const atHome = spots[0] === home
    if (atHome && near.length === 0) break
    spots.unshift(atHome ? random.pick(near) : home)
  }
  // Most sent their last reading within hours, some days ago.
  let clock = now.getTime() - Math.round(random.next() ** 3 * 6 * dayMs)
  let volts = Math.min(4.15, Math.max(3.25, random.normal(3.8, 0.18)))
  const silent = random.chance(0.03)
  const stays: Stay[] = []
  for (const spot of spots.reverse()) {
    const anchor = {
      latitude: spot.latitude + (random.next() - 0.5) * 0.0006,
      longitude: spot.longitude + (random.next() - 0.5) * 0.0009
    }
    const readings: Reading[] = []
    for (let left = random.int(6, 40); left > 0; left--) {
      readings.unshift({
        at: new Date(clock),
        battery: silent ? null : Math.round(volts * 100) / 100,
        // Positions of a sensor at rest vary by some ten metres.
        latitude: round(anchor.latitude + (random.next() - 0.5) * 0.0001),
        longitude: round(anchor.longitude + (random.next() - 0.5) * 0.00015)
      })
      clock -= Math.round((0.4 + random.next() * 0.2) * dayMs)
      volts = Math.min(4.2, volts + 0.004)
    }
    const [first, ...others] = readings
    if (first) stays.unshift({ storeId: spot === home ? home.id : null, readings: [first, ...others] })
    clock -= dayMs / 4
  }
  return stays
}

type StatusName = Extract<keyof typeof ContainerStatus, string>
type Frequencies = Readonly<Partial<Record<StatusName, number>>>

const inYard: Frequencies = {
  connected: 9,
  disconnected: 1,
  prepared: 6,
  damaged: 1,
  awaitingService: 1,
  inService: 1,
  beyondRepair: 1,
  assembly: 1
}
const atClient: Frequencies = { unknown: 1, connected: 10, disconnected: 2, delivered: 12, toBeReplaced: 1 }

function statusOf(random: Random, inStore: boolean, simulated: boolean): Container['status'] {
  if (simulated) return ContainerStatus.connected
  const frequencies = inStore ? inYard : atClient
  return ContainerStatus[random.weighted(Object.keys(frequencies) as StatusName[], name => frequencies[name] ?? 0)]
}

/** A yard of about 300 m: a polygon with the given number of corners around the centre. */
function yard(centre: Point, corners: number): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners
    return {
      latitude: round(centre.latitude + 0.0014 * Math.sin(angle)),
      longitude: round(centre.longitude + 0.0022 * Math.cos(angle))
    }
  })
}

/** The store nearest to a point, near enough for Poland. */
export function nearest(stores: readonly Store[], from: Point): Store {
  const distance = (store: Store): number =>
    (store.latitude - from.latitude) ** 2 + ((store.longitude - from.longitude) * 0.62) ** 2
  return stores.reduce((best, store) => (distance(store) < distance(best) ? store : best))
}

/** A way from a place to a store that bends a little, as roads do: 24 points. */
function route(random: Random, from: Point, to: Point): Point[] {
  const bend = (random.next() - 0.5) * 0.25
  return Array.from({ length: 24 }, (_, i) => {
    const t = i / 23
    const side = bend * Math.sin(Math.PI * t)
    return {
      latitude: round(from.latitude + (to.latitude - from.latitude) * t + (to.longitude - from.longitude) * side * 0.5),
      longitude: round(from.longitude + (to.longitude - from.longitude) * t - (to.latitude - from.latitude) * side)
    }
  })
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
