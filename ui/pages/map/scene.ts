/** The map's state outside React: the points, their clusters, and the painter that draws both. */
import type { Cluster } from './clusters.ts'
import { Clusterer } from './clusters.ts'
import type { Box } from './geo.ts'
import { grown, within } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import type { MapHandle } from './mapHandle.ts'
import { Painter } from './painter.ts'
import type { Kind, Layer, Point, PointFilter } from './points.ts'
import { narrows, PointStore, passing } from './points.ts'
import type { Colours, Sprites } from './shapes.ts'

interface Viewport {
  readonly box: Box
  readonly zoom: number
}

export interface SceneListener {
  /** The points or the view have changed. Called at most every `notifyMs`. */
  readonly changed: () => void
  /** The members of a clicked cluster, and the zoom at which it splits. */
  readonly members: (keys: readonly string[], zoom: number) => void
}

const notifyMs = 200
/** Clusters are requested for a box that is larger by this share on each side, so that they exist after the map was moved. */
const margin = 0.5

export class Scene {
  readonly store = new PointStore()
  readonly painter = new Painter(this.store, () => Date.now())
  handle: MapHandle | undefined
  private listener: SceneListener = { changed: () => {}, members: () => {} }
  private drawBasemap: (frame: Frame) => void = () => {}
  private clusterer: Clusterer | undefined
  private filter: PointFilter = { search: '', silent: false }
  /** What the map shows now. */
  private viewport: Viewport | undefined
  /** What the present clusters were requested for. */
  private requested: Viewport | undefined
  private waiting = false
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The cluster whose members are requested. */
  private clicked: Cluster | undefined

  /** Starts the worker. Returns how to stop it. */
  open(): () => void {
    this.clusterer = new Clusterer({
      clusters: clusters => {
        this.waiting = false
        this.painter.clusters = clusters
        this.handle?.draw()
        this.requestClusters()
      },
      stale: () => {
        this.clicked = undefined
        this.requested = undefined
        this.requestClusters()
      },
      members: (keys, zoom) => {
        this.clicked = undefined
        this.listener.members(keys, zoom)
      }
    })
    for (const kind of ['container', 'reception'] as const) this.clusterer.load(kind, this.store.ofKind(kind))
    this.clusterer.show(this.painter.shown)
    this.narrow(this.filter)
    return () => {
      clearTimeout(this.timer)
      this.clusterer?.close()
      this.clusterer = undefined
      this.timer = undefined
      this.requested = undefined
      this.waiting = false
    }
  }

  /** Called by `useMapData` when the points change. Always the same object, as effects depend on it. */
  readonly changes = {
    replaced: (kind: Kind): void => {
      if (kind !== 'store') this.clusterer?.load(kind, this.store.ofKind(kind))
      if (narrows(this.filter)) this.narrow(this.filter)
      this.handle?.draw()
      // Called immediately, so that the list is not empty for a moment, and again for a listener that is set later.
      this.listener.changed()
      this.notify()
    },
    moving: (points: readonly Point[]): void => {
      for (const point of points) this.painter.animateFrom(point)
    },
    moved: (points: readonly Point[]): void => {
      if (points.length === 0) return
      this.clusterer?.patch(points)
      // A container that sends a message is no longer silent.
      if (this.filter.silent) this.narrow(this.filter)
      this.handle?.draw()
      this.notify()
    }
  }

  listen(listener: SceneListener): void {
    this.listener = listener
  }

  /** Connects the map that shows the scene. */
  setHandle(handle: MapHandle): void {
    this.handle = handle
  }

  /** @param drawBasemap draws the built-in map under the points; does nothing if tiles are shown */
  setStyle(colours: Colours, sprites: Sprites, drawBasemap: (frame: Frame) => void): void {
    this.painter.setStyle(colours, sprites)
    this.drawBasemap = drawBasemap
    this.handle?.draw()
  }

  /** Changes what is painted, and paints it. */
  paint(change: Partial<Pick<Painter, 'borders' | 'chosen' | 'draft' | 'hovered' | 'localizations'>>): void {
    Object.assign(this.painter, change)
    this.handle?.draw()
  }

  notify(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.listener.changed()
    }, notifyMs)
  }

  show(layers: ReadonlySet<Layer>): void {
    this.painter.shown = layers
    this.clusterer?.show(layers)
    this.handle?.draw()
  }

  /** Shows only the points that match a filter. */
  narrow(filter: PointFilter): void {
    this.filter = filter
    const passes = narrows(filter) ? passing(filter) : undefined
    this.clusterer?.only(passes && this.store.all().filter(passes))
    this.painter.passes = passes ?? (() => true)
    this.handle?.draw()
  }

  /** What the map shows, or is about to show. */
  setViewport(box: Box, zoom: number): void {
    this.viewport = { box, zoom: Math.round(zoom) }
    this.requestClusters()
  }

  private requestClusters(): void {
    const { viewport, requested } = this
    if (!viewport || !this.clusterer || this.waiting) return
    if (requested && requested.zoom === viewport.zoom && within(viewport.box, requested.box)) return
    this.requested = { box: grown(viewport.box, margin), zoom: viewport.zoom }
    this.waiting = true
    this.clusterer.query(this.requested.box, viewport.zoom)
  }

  click(cluster: Cluster): void {
    if (this.clicked === cluster) return
    this.clicked = cluster
    this.clusterer?.members(cluster.cluster, this.painter.clusters?.generation ?? 0)
  }

  draw(frame: Frame): void {
    this.drawBasemap(frame)
    if (this.painter.draw(frame)) requestAnimationFrame(() => this.handle?.draw())
  }
}
