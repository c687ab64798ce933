/**
 * All points of the map, by key (`c7` a container, `r3` a reception place, `s1` an internal store). They are changed in place, because
 * fifty thousand are too many to copy for each one that moves. Older data never replaces newer data: a list that was requested before
 * a live message arrived does not move the container back.
 */
import type { PositionDelta } from '../../../modules/iot/schema.ts'
import { dayMs } from '../../../src/contract/days.ts'
import type { Box } from './geo.ts'
import { contains, worldX, worldY } from './geo.ts'

export const layers = ['containers', 'low', 'critical', 'reception', 'stores'] as const
export type Layer = (typeof layers)[number]
export type Kind = 'container' | 'reception' | 'store'
/** The time since the last message: less than two days, less than a week, or longer (or there was no message). */
export type Age = 'fresh' | 'silent' | 'lost'

export interface ContainerRow {
  readonly id: number
  readonly containerNumber: string | null
  readonly latitude: number
  readonly longitude: number
  readonly status: number
  readonly currentBatteryLevel: number | null
  readonly currentBatteryStatus: number
  readonly lastActiveDate: string | null
}
export interface PlaceRow {
  readonly id: number
  readonly address: string
  readonly companyName: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly orderTypes?: readonly number[]
}
export interface StoreRow {
  readonly id: number
  readonly name: string
  readonly containersAmount: number
  readonly latitude: number | null
  readonly longitude: number | null
}

export interface Point {
  readonly key: string
  readonly kind: Kind
  readonly id: number
  label: string
  /** The address, or the number of containers of a store. */
  note: string
  layer: Layer
  latitude: number
  longitude: number
  x: number
  y: number
  /** The time of the last message in epoch milliseconds; null if there was none, or if the point is not a container. */
  lastActive: number | null
  battery: number | null
  status: number
  /** The label and the note without diacritics and capitals, for searching. */
  searched: string
}

/** Narrows what the map and its list show. */
export interface PointFilter {
  readonly search: string
  /** Only containers that have been silent for two days, and no other points. */
  readonly silent: boolean
}

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l')

const batteryLayers: Readonly<Record<number, Layer>> = { 2: 'low', 3: 'critical' }

/** The layer of a battery status: 2 low, 3 critical; normal and no information are plain containers. */
export const layerOf = (batteryStatus: number): Layer => batteryLayers[batteryStatus] ?? 'containers'

export function ageOf(point: Pick<Point, 'kind' | 'lastActive'>, now: number): Age {
  if (point.kind !== 'container') return 'fresh'
  if (point.lastActive === null) return 'lost'
  const silence = now - point.lastActive
  return silence < 2 * dayMs ? 'fresh' : silence < 7 * dayMs ? 'silent' : 'lost'
}

const epochMs = (text: string | null): number | null => (text === null ? null : Date.parse(text))

function move(point: Point, latitude: number, longitude: number): void {
  point.latitude = latitude
  point.longitude = longitude
  point.x = worldX(longitude)
  point.y = worldY(latitude)
}

const newPoint = (kind: Kind, id: number, layer: Layer, label: string, note: string): Point => ({
  key: kind.charAt(0) + id,
  kind,
  id,
  label,
  note,
  layer,
  latitude: 0,
  longitude: 0,
  x: 0,
  y: 0,
  lastActive: null,
  battery: null,
  status: 0,
  searched: folded(`${label} ${note}`)
})

/** The urgency of a point, for sorting: failing batteries come first, then silent containers, and all other points last. */
function urgencyOf(point: Point, now: number): number {
  if (point.layer === 'critical') return 0
  if (point.layer === 'low') return 1
  if (point.kind === 'container') return { lost: 2, silent: 3, fresh: 4 }[ageOf(point, now)]
  return point.kind === 'store' ? 5 : 6
}

/**
 * The points, the most urgent ones first, otherwise in the same order. It makes only one pass, because there may be fifty
 * thousand.
 */
export function byUrgency(points: readonly Point[], now: number): Point[] {
  const groups: Point[][] = [[], [], [], [], [], [], []]
  for (const point of points) groups[urgencyOf(point, now)]?.push(point)
  return groups.flat()
}

export interface Merge {
  readonly changed: readonly Point[]
  /** Whether a container is not among the points, so that the list must be loaded again. */
  readonly unknown: boolean
}

export class PointStore {
  private readonly points = new Map<string, Point>()
  private sorted: readonly Point[] | undefined
  /** The last message of each container that no list has had yet: the list that is being loaded may be older than it. */
  private readonly early = new Map<number, PositionDelta>()
  /** The points by kind. Stores are drawn in each frame, and must not be searched for among fifty thousand points each time. */
  private readonly kinds = new Map<Kind, readonly Point[]>()

  get(key: string): Point | undefined {
    return this.points.get(key)
  }

  /** All points, by label. */
  all(): readonly Point[] {
    this.sorted ??= [...this.points.values()].sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
    return this.sorted
  }

  ofKind(kind: Kind): readonly Point[] {
    const known = this.kinds.get(kind)
    if (known) return known
    const list = [...this.points.values()].filter(point => point.kind === kind)
    this.kinds.set(kind, list)
    return list
  }

  private replace(kind: Kind, next: readonly Point[]): void {
    for (const [key, point] of this.points) if (point.kind === kind) this.points.delete(key)
    for (const point of next) this.points.set(point.key, point)
    this.sorted = undefined
    this.kinds.clear()
  }

  setContainers(rows: readonly ContainerRow[]): void {
    this.replace(
      'container',
      rows.map(row => {
        const known = this.points.get(`c${row.id}`)
        const label = row.containerNumber ?? `#${row.id}`
        const lastActive = epochMs(row.lastActiveDate)
        if (known && (known.lastActive ?? 0) > (lastActive ?? 0)) {
          known.label = label
          known.searched = folded(label)
          return known
        }
        const point = newPoint('container', row.id, layerOf(row.currentBatteryStatus), label, '')
        move(point, row.latitude, row.longitude)
        return Object.assign(point, { lastActive, battery: row.currentBatteryLevel, status: row.status })
      })
    )
    const early = [...this.early.values()]
    this.early.clear()
    this.merge(early)
  }

  setPlaces(rows: readonly PlaceRow[]): void {
    this.replace(
      'reception',
      this.placed(rows, row => newPoint('reception', row.id, 'reception', row.companyName, row.address))
    )
  }

  setStores(rows: readonly StoreRow[]): void {
    this.replace(
      'store',
      this.placed(rows, row => newPoint('store', row.id, 'stores', row.name, String(row.containersAmount)))
    )
  }

  private placed<Row extends { latitude: number | null; longitude: number | null }>(
    rows: readonly Row[],
    make: (row: Row) => Point
  ): Point[] {
    return rows.flatMap(row => {
      if (row.latitude === null || row.longitude === null) return []
      const point = make(row)
      move(point, row.latitude, row.longitude)
      return [point]
    })
  }

  /** Applies live messages. A message older than the point's last one changes nothing. */
  merge(deltas: readonly PositionDelta[]): Merge {
    const changed: Point[] = []
    let unknown = false
    for (const delta of deltas) {
      const point = this.points.get(`c${delta.id}`)
      if (!point) {
        this.early.set(delta.id, delta)
        unknown ||= delta.latitude !== null
        continue
      }
      const lastActive = Date.parse(delta.lastActiveDate)
      if (lastActive < (point.lastActive ?? 0)) continue
      point.lastActive = lastActive
      point.status = delta.status
      point.battery = delta.currentBatteryLevel
      point.layer = layerOf(delta.currentBatteryStatus)
      if (delta.latitude !== null && delta.longitude !== null) move(point, delta.latitude, delta.longitude)
      changed.push(point)
    }
    return { changed, unknown }
  }

  /** Renames a container. Returns whether the name has changed. */
  rename(id: number, label: string): boolean {
    const point = this.points.get(`c${id}`)
    if (!point || point.label === label) return false
    point.label = label
    point.searched = folded(`${label} ${point.note}`)
    this.sorted = undefined
    return true
  }

  /** The shown points in a box, by urgency and then by label; and the number of points by layer, including hidden layers. */
  inView(
    box: Box,
    shown: ReadonlySet<Layer>,
    { passes = () => true, now = Date.now() }: { passes?: (point: Point) => boolean; now?: number } = {}
  ): { readonly list: Point[]; readonly counts: Record<Layer, number> } {
    const counts: Record<Layer, number> = { containers: 0, low: 0, critical: 0, reception: 0, stores: 0 }
    const list = this.all().filter(point => {
      if (!contains(box, point.latitude, point.longitude) || !passes(point)) return false
      counts[point.layer]++
      return shown.has(point.layer)
    })
    return { list: byUrgency(list, now), counts }
  }

  /** The shown points on the whole map that match a filter, in the order of `inView`. */
  find(passes: (point: Point) => boolean, shown: ReadonlySet<Layer>, now = Date.now()): Point[] {
    return byUrgency(
      this.all().filter(point => shown.has(point.layer) && passes(point)),
      now
    )
  }
}

/** Whether a filter excludes anything. */
export const narrows = ({ search, silent }: PointFilter): boolean => silent || search.trim() !== ''

/** The test whether a point matches a filter. Every word of the search must be in its name or address; diacritics are ignored. */
export function passing({ search, silent }: PointFilter, now = Date.now()): (point: Point) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return point => {
    if (silent && (point.kind !== 'container' || ageOf(point, now) === 'fresh')) return false
    return words.every(word => point.searched.includes(word))
  }
}
