/**
 * Draws the content of the map: borders of internal stores, clusters, points, the chosen point and its trail. The painter remembers
 * what the last frame showed, so that it knows what a click hits. Moved points are animated to their new position.
 */
import type { Corner } from '../../../src/contract/polygon.ts'
import { crossingOf } from '../../../src/contract/polygon.ts'
import { leastCorners } from './border.ts'
import type { Circle } from './clear.ts'
import { clearOf } from './clear.ts'
import type { Cluster, Clusters } from './clusters.ts'
import { boundaryOf, worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import { prefersReducedMotion } from './mapHandle.ts'
import type { Layer, Point, PointStore } from './points.ts'
import { ageOf } from './points.ts'
import type { Colours, Sprites } from './shapes.ts'
import { clusterRadius, radii } from './shapes.ts'
import type { Stay } from './trail.ts'
import { TrailPainter } from './trailPainter.ts'

/** What a click hits. */
export type Hit =
  | { readonly kind: 'points'; readonly keys: readonly string[] }
  | { readonly kind: 'cluster'; readonly cluster: Cluster }

/** A circle on the screen, in pixels, that shows a point or a cluster. */
interface Spot {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly key?: string
  readonly cluster?: Cluster
}
/** Where a moving point was, in world coordinates, and when its animation began. */
interface Animation {
  readonly x: number
  readonly y: number
  readonly begun: number
}

const animationMs = 700
/** The distance in pixels from a point at which a click still hits it. */
const tolerance = 8

/** Draws an area with its edge; for two corners, the line between them. */
function drawBorder({ context, scale, left, top }: Frame, corners: readonly Corner[], colour: string): void {
  if (corners.length < 2) return
  context.strokeStyle = context.fillStyle = colour
  context.beginPath()
  for (const { latitude, longitude } of corners)
    context.lineTo(worldX(longitude) * scale - left, worldY(latitude) * scale - top)
  context.closePath()
  context.globalAlpha = 0.15
  context.fill()
  context.globalAlpha = 1
  context.lineWidth = 1.5
  context.stroke()
}

/** Draws the boundary of a reception place: a dashed rectangle around its localizations, which are small dots. */
function drawBoundary(frame: Frame, localizations: readonly Corner[], colour: string): void {
  const boundary = boundaryOf(localizations)
  if (!boundary) return
  const { context, scale, left, top } = frame
  const [fromX, fromY] = [worldX(boundary.west) * scale - left, worldY(boundary.north) * scale - top]
  const [toX, toY] = [worldX(boundary.east) * scale - left, worldY(boundary.south) * scale - top]
  context.strokeStyle = context.fillStyle = colour
  context.globalAlpha = 0.12
  context.fillRect(fromX, fromY, toX - fromX, toY - fromY)
  context.globalAlpha = 1
  context.lineWidth = 1.5
  context.setLineDash([6, 4])
  context.strokeRect(fromX, fromY, toX - fromX, toY - fromY)
  context.setLineDash([])
  for (const { latitude, longitude } of localizations) {
    context.beginPath()
    context.arc(worldX(longitude) * scale - left, worldY(latitude) * scale - top, 2.5, 0, Math.PI * 2)
    context.fill()
  }
}

export class Painter {
  clusters: Clusters | undefined
  shown: ReadonlySet<Layer> = new Set()
  /** Whether a point matches the search and the filter. */
  passes: (point: Point) => boolean = () => true
  borders: readonly (readonly Corner[])[] = []
  /** The localizations of the chosen reception place, including the place itself. Its boundary is drawn around them. */
  localizations: readonly Corner[] = []
  /** The border that is being drawn. */
  draft: readonly Corner[] | undefined
  chosen: string | undefined
  hovered: string | undefined
  readonly trail = new TrailPainter()
  private colours: Colours | undefined
  private sprites: Sprites | undefined
  private spots: Spot[] = []
  private readonly animations = new Map<string, Animation>()
  private readonly store: PointStore
  private readonly now: () => number

  constructor(store: PointStore, now: () => number) {
    this.store = store
    this.now = now
  }

  setStyle(colours: Colours, sprites: Sprites): void {
    this.colours = colours
    this.sprites = sprites
  }

  setTrail(stays: readonly Stay[] | undefined): void {
    this.trail.set(stays)
  }

  /** Starts the animation of a point at its present position. Call it before the point moves. */
  animateFrom(point: Point): void {
    if (prefersReducedMotion()) return
    const [x, y] = this.positionOf(point, performance.now())
    this.animations.set(point.key, { x, y, begun: performance.now() })
  }

  /** The position of a point at a time, in world coordinates. */
  private positionOf(point: Point, time: number): [x: number, y: number] {
    const from = this.animations.get(point.key)
    if (!from) return [point.x, point.y]
    const progress = Math.min(1, (time - from.begun) / animationMs)
    if (progress === 1) this.animations.delete(point.key)
    const eased = 1 - (1 - progress) ** 3
    return [from.x + (point.x - from.x) * eased, from.y + (point.y - from.y) * eased]
  }

  /** Draws a frame. @returns whether an animation is running, so that another frame must follow */
  draw(frame: Frame): boolean {
    const { colours, sprites } = this
    if (!colours || !sprites) return false
    this.spots = []
    const time = performance.now()
    if (this.shown.has('stores')) for (const border of this.borders) drawBorder(frame, border, colours.layers.stores)
    drawBoundary(frame, this.localizations, colours.layers.reception)
    frame.context.globalAlpha = this.trail.active ? 0.3 : 1
    for (const cluster of this.clusters?.clusters ?? []) this.drawCluster(frame, sprites, cluster)
    for (const key of this.clusters?.singles ?? []) this.drawPoint(frame, sprites, this.store.get(key), time)
    if (this.shown.has('stores')) this.drawStores(frame, sprites)
    frame.context.globalAlpha = 1
    this.trail.draw(frame, colours)
    const highlighted = [this.hovered, this.chosen].flatMap(key => (key && this.store.get(key)) || [])
    if (!this.trail.active) for (const point of highlighted) this.drawHighlight(frame, colours, sprites, point, time)
    if (this.draft) {
      const { danger, accent } = colours
      const hasCrossing = this.draft.length >= leastCorners && crossingOf(this.draft)
      drawBorder(frame, this.draft, hasCrossing ? danger : accent)
    }
    return this.animations.size > 0
  }

  private drawCluster({ context, scale, left, top, width, height }: Frame, sprites: Sprites, cluster: Cluster): void {
    const [x, y] = [worldX(cluster.longitude) * scale - left, worldY(cluster.latitude) * scale - top]
    const radius = clusterRadius(cluster.count)
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) return
    sprites.put(context, sprites.cluster(cluster.count, cluster.shares), x, y)
    this.spots.push({ x, y, radius: radius + 3, cluster })
  }

  private drawPoint(frame: Frame, sprites: Sprites, point: Point | undefined, time: number): void {
    if (!point || !this.shown.has(point.layer)) return
    const { context, scale, left, top, width, height } = frame
    const [worldAtX, worldAtY] = this.positionOf(point, time)
    const [x, y] = [worldAtX * scale - left, worldAtY * scale - top]
    if (x < -20 || y < -20 || x > width + 20 || y > height + 20) return
    sprites.put(context, sprites.point(point.layer, ageOf(point, this.now())), x, y)
    this.spots.push({ x, y, radius: radii[point.layer], key: point.key })
  }

  /** Draws the internal stores. A store that would cover the number of a cluster is moved beside the cluster. */
  private drawStores({ context, scale, left, top, width, height }: Frame, sprites: Sprites): void {
    const stores = this.store
      .ofKind('store')
      .filter(point => this.passes(point))
      .map(point => ({ point, x: point.x * scale - left, y: point.y * scale - top, radius: radii.stores }))
      .filter(({ x, y }) => x > -20 && y > -20 && x < width + 20 && y < height + 20)
    const clusters = this.spots.filter(spot => spot.cluster)
    for (const { thing, x, y } of clearOf(stores, clusters)) {
      sprites.put(context, sprites.point('stores', 'fresh'), x, y)
      this.spots.push({ x, y, radius: thing.radius, key: thing.point.key })
    }
  }

  /** The areas of the clusters in the present view, which the names of towns must not cover. */
  covered({ scale, left, top }: Frame): readonly Circle[] {
    return (this.clusters?.clusters ?? []).map(({ longitude, latitude, count }) => ({
      x: worldX(longitude) * scale - left,
      y: worldY(latitude) * scale - top,
      radius: clusterRadius(count) + 3
    }))
  }

  private drawHighlight(frame: Frame, colours: Colours, sprites: Sprites, point: Point, time: number): void {
    const { context, scale, left, top } = frame
    const [worldAtX, worldAtY] = this.positionOf(point, time)
    const [x, y] = [worldAtX * scale - left, worldAtY * scale - top]
    sprites.put(context, sprites.point(point.layer, ageOf(point, this.now())), x, y)
    context.beginPath()
    context.arc(x, y, radii[point.layer] + 8, 0, Math.PI * 2)
    context.lineWidth = 5
    context.strokeStyle = colours.halo
    context.stroke()
    context.lineWidth = 2.5
    context.strokeStyle = point.key === this.chosen ? colours.accent : colours.ink
    context.stroke()
  }

  /** What a click hits: the nearest spot if that is a cluster, or else all points there. */
  hit(x: number, y: number): Hit | undefined {
    const near = this.spots
      .map(spot => ({ spot, distance: Math.hypot(spot.x - x, spot.y - y) - spot.radius }))
      .filter(({ distance }) => distance <= tolerance)
      .sort((a, b) => a.distance - b.distance)
    const first = near[0]
    if (!first) return undefined
    if (first.spot.cluster) return { kind: 'cluster', cluster: first.spot.cluster }
    const points = near.filter(({ spot, distance }) => spot.key && (distance <= 0 || spot === first.spot))
    return { kind: 'points', keys: points.flatMap(({ spot }) => spot.key ?? []) }
  }
}
