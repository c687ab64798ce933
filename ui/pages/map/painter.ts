/**
 * What stands on the ground: borders of internal stores, clusters, points, the chosen one, its trail. The painter holds
 * what the last frame showed, so that a press finds what lies under it. Points that moved glide to their new place.
 */
import type { Cluster, Clusters } from './clusters.ts'
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import { still } from './leaflet.tsx'
import type { Layer, Point, PointStore } from './points.ts'
import { ageOf } from './points.ts'
import type { Colours, Stamps } from './shapes.ts'
import { clusterRadius, radii } from './shapes.ts'
import type { Stay } from './trail.ts'
import { TrailPainter } from './trailPainter.ts'

export type Hit =
  | { readonly kind: 'points'; readonly keys: readonly string[] }
  | { readonly kind: 'cluster'; readonly cluster: Cluster }

interface Spot {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly key?: string
  readonly cluster?: Cluster
}
interface Glide {
  readonly x: number
  readonly y: number
  readonly begun: number
}

const glideMs = 700
/** How far beside a mark a finger may land. */
const slack = 8
/** A border polygon needs at least so many points. */
const leastCorners = 3

export class Painter {
  clusters: Clusters | undefined
  shown: ReadonlySet<Layer> = new Set()
  borders: readonly (readonly { readonly latitude: number; readonly longitude: number }[])[] = []
  chosen: string | undefined
  hovered: string | undefined
  readonly trail = new TrailPainter()
  private colours: Colours | undefined
  private stamps: Stamps | undefined
  private spots: Spot[] = []
  private readonly glides = new Map<string, Glide>()
  private readonly store: PointStore
  private readonly now: () => number

  constructor(store: PointStore, now: () => number) {
    this.store = store
    this.now = now
  }

  dress(colours: Colours, stamps: Stamps): void {
    this.colours = colours
    this.stamps = stamps
  }

  setTrail(stays: readonly Stay[] | undefined): void {
    this.trail.set(stays)
  }

  /** Lets a point glide from where it is seen now; call it before the point moves. */
  glideFrom(point: Point): void {
    if (still()) return
    const [x, y] = this.place(point, performance.now())
    this.glides.set(point.key, { x, y, begun: performance.now() })
  }

  private place(point: Point, time: number): [x: number, y: number] {
    const glide = this.glides.get(point.key)
    if (!glide) return [point.x, point.y]
    const part = Math.min(1, (time - glide.begun) / glideMs)
    if (part === 1) this.glides.delete(point.key)
    const eased = 1 - (1 - part) ** 3
    return [glide.x + (point.x - glide.x) * eased, glide.y + (point.y - glide.y) * eased]
  }

  /** Draws a frame. Answers whether something is still on its way, so that another is wanted. */
  draw(frame: Frame): boolean {
    const { colours, stamps } = this
    if (!colours || !stamps) return false
    this.spots = []
    const time = performance.now()
    this.drawBorders(frame, colours)
    frame.pen.globalAlpha = this.trail.active ? 0.3 : 1
    for (const cluster of this.clusters?.clusters ?? []) this.drawCluster(frame, stamps, cluster)
    for (const key of this.clusters?.singles ?? []) this.drawPoint(frame, stamps, this.store.get(key), time)
    if (this.shown.has('stores')) for (const point of this.storesOf()) this.drawPoint(frame, stamps, point, time)
    frame.pen.globalAlpha = 1
    this.trail.draw(frame, colours)
    const marked = [this.hovered, this.chosen].map(key => (key === undefined ? undefined : this.store.get(key)))
    for (const point of marked) if (point && !this.trail.active) this.drawMarked(frame, colours, stamps, point, time)
    return this.glides.size > 0
  }

  private storesOf(): Point[] {
    return this.store.ofKind('store')
  }

  private drawBorders({ pen, scale, left, top }: Frame, colours: Colours): void {
    if (!this.shown.has('stores')) return
    pen.strokeStyle = pen.fillStyle = colours.layers.stores
    for (const border of this.borders) {
      if (border.length < leastCorners) continue
      pen.beginPath()
      for (const { latitude, longitude } of border)
        pen.lineTo(worldX(longitude) * scale - left, worldY(latitude) * scale - top)
      pen.closePath()
      pen.globalAlpha = 0.15
      pen.fill()
      pen.globalAlpha = 1
      pen.lineWidth = 1.5
      pen.stroke()
    }
  }

  private drawCluster({ pen, scale, left, top, width, height }: Frame, stamps: Stamps, cluster: Cluster): void {
    const [x, y] = [worldX(cluster.longitude) * scale - left, worldY(cluster.latitude) * scale - top]
    const radius = clusterRadius(cluster.count)
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) return
    stamps.put(pen, stamps.cluster(cluster.count, cluster.shares), x, y)
    this.spots.push({ x, y, radius: radius + 3, cluster })
  }

  private drawPoint(frame: Frame, stamps: Stamps, point: Point | undefined, time: number): void {
    if (!point || !this.shown.has(point.layer)) return
    const { pen, scale, left, top, width, height } = frame
    const [worldAtX, worldAtY] = this.place(point, time)
    const [x, y] = [worldAtX * scale - left, worldAtY * scale - top]
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) return
    stamps.put(pen, stamps.point(point.layer, ageOf(point, this.now())), x, y)
    this.spots.push({ x, y, radius: radii[point.layer], key: point.key })
  }

  private drawMarked(frame: Frame, colours: Colours, stamps: Stamps, point: Point, time: number): void {
    const { pen, scale, left, top } = frame
    const [worldAtX, worldAtY] = this.place(point, time)
    const [x, y] = [worldAtX * scale - left, worldAtY * scale - top]
    stamps.put(pen, stamps.point(point.layer, ageOf(point, this.now())), x, y)
    pen.beginPath()
    pen.arc(x, y, radii[point.layer] + 8, 0, Math.PI * 2)
    pen.lineWidth = 5
    pen.strokeStyle = colours.halo
    pen.stroke()
    pen.lineWidth = 2.5
    pen.strokeStyle = point.key === this.chosen ? colours.accent : colours.ink
    pen.stroke()
  }

  /** What lies under a press: the nearest cluster, or every point there. */
  hit(x: number, y: number): Hit | undefined {
    const near = this.spots
      .map(spot => ({ spot, distance: Math.hypot(spot.x - x, spot.y - y) - spot.radius }))
      .filter(({ distance }) => distance <= slack)
      .sort((a, b) => a.distance - b.distance)
    const first = near[0]
    if (!first) return undefined
    if (first.spot.cluster) return { kind: 'cluster', cluster: first.spot.cluster }
    const under = near.filter(({ spot, distance }) => spot.key && (distance <= 0 || spot === first.spot))
    return { kind: 'points', keys: under.flatMap(({ spot }) => spot.key ?? []) }
  }
}
