/** The moving part behind the page: points, clusters and painter together, outside React. */
import type { Cluster } from './clusters.ts'
import { Clusterer } from './clusters.ts'
import type { Box } from './geo.ts'
import { grown, within } from './geo.ts'
import type { Frame, MapHandle } from './leaflet.tsx'
import { Painter } from './painter.ts'
import type { Kind, Layer, Point } from './points.ts'
import { PointStore } from './points.ts'

interface Wanted {
  readonly box: Box
  readonly zoom: number
}

export interface SceneListener {
  /** The points or the view have changed; said at most every `newsMs`. */
  readonly news: () => void
  /** The members of a pressed cluster, and the zoom at which it falls apart. */
  readonly members: (keys: readonly string[], zoom: number) => void
}

const newsMs = 200
/** How much of the view's size is asked for beyond each edge, so that a pan finds its points there. */
const margin = 0.5

export class Scene {
  readonly store = new PointStore()
  readonly painter = new Painter(this.store, () => Date.now())
  handle: MapHandle | undefined
  listener: SceneListener = { news: () => {}, members: () => {} }
  /** Draws the ground under the points; nothing where tiles lie. */
  ground: (frame: Frame) => void = () => {}
  private clusterer: Clusterer | undefined
  private wanted: Wanted | undefined
  private asked: Wanted | undefined
  private waiting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private pressed: Cluster | undefined

  /** Starts the worker; answers how to stop it. */
  open(): () => void {
    this.clusterer = new Clusterer({
      clusters: clusters => {
        this.waiting = false
        this.painter.clusters = clusters
        this.handle?.draw()
        this.ask(false)
      },
      stale: () => {
        this.pressed = undefined
        this.ask(true)
      },
      members: (keys, zoom) => {
        this.pressed = undefined
        this.listener.members(keys, zoom)
      }
    })
    for (const kind of ['container', 'reception'] as const) this.clusterer.load(kind, this.store.ofKind(kind))
    this.clusterer.show(this.painter.shown)
    return () => {
      clearTimeout(this.timer)
      this.clusterer?.close()
      this.clusterer = undefined
      this.waiting = false
    }
  }

  /** What the data's keeper calls; the same object always. */
  readonly changes = {
    replaced: (kind: Kind): void => {
      if (kind !== 'store') this.clusterer?.load(kind, this.store.ofKind(kind))
      this.handle?.draw()
      // at once, so that the list beside the map does not say "nothing" for a moment; and once more when all listen
      this.listener.news()
      this.news()
    },
    moving: (points: readonly Point[]): void => {
      for (const point of points) this.painter.glideFrom(point)
    },
    moved: (points: readonly Point[]): void => {
      if (points.length === 0) return
      this.clusterer?.patch(points)
      this.handle?.draw()
      this.news()
    }
  }

  news(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.listener.news()
    }, newsMs)
  }

  show(layers: ReadonlySet<Layer>): void {
    this.painter.shown = layers
    this.clusterer?.show(layers)
    this.handle?.draw()
  }

  /** The map shows this, or is about to. */
  ahead(box: Box, zoom: number): void {
    this.wanted = { box, zoom: Math.round(zoom) }
    this.ask(false)
  }

  private ask(again: boolean): void {
    const { wanted } = this
    if (again) this.asked = undefined
    if (!wanted || !this.clusterer || this.waiting) return
    const asked = this.asked
    if (asked && asked.zoom === wanted.zoom && within(wanted.box, asked.box)) return
    this.asked = { box: grown(wanted.box, margin), zoom: wanted.zoom }
    this.waiting = true
    this.clusterer.query(this.asked.box, wanted.zoom)
  }

  press(cluster: Cluster): void {
    if (this.pressed === cluster) return
    this.pressed = cluster
    this.clusterer?.members(cluster.cluster, this.painter.clusters?.generation ?? 0)
  }

  draw(frame: Frame): void {
    this.ground(frame)
    if (this.painter.draw(frame)) requestAnimationFrame(() => this.handle?.draw())
  }
}
