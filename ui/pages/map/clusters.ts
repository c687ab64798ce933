/** The messages between the page and the cluster worker, and the class with which the page exchanges them. */
import type { Box } from './geo.ts'
import type { Layer, Point } from './points.ts'

/** The clustered layers; messages refer to them by index. Internal stores are few and are not clustered. */
const clusteredLayers: readonly Layer[] = ['containers', 'low', 'critical', 'reception']
const layerIndexes: ReadonlyMap<Layer, number> = new Map(clusteredLayers.map((layer, index) => [layer, index]))

/** The number of points by layer. */
export type Shares = readonly [containers: number, low: number, critical: number, reception: number]

/** Points as arrays that can be transferred to the worker without copying. */
export interface Batch {
  /** Twice the id, plus one for a reception place. */
  readonly codes: Int32Array
  /** Longitude, latitude, longitude, … */
  readonly places: Float64Array
  /** Indexes into `clusteredLayers`. */
  readonly layers: Uint8Array
}
export type ToWorker =
  | ({ readonly kind: 'load'; readonly group: 0 | 1 } & Batch)
  | ({ readonly kind: 'patch' } & Batch)
  | { readonly kind: 'show'; readonly layers: readonly number[] }
  /** Clusters only the points with these codes; undefined for all. */
  | { readonly kind: 'only'; readonly codes: Int32Array | undefined }
  | { readonly kind: 'query'; readonly box: Box; readonly zoom: number }
  | { readonly kind: 'members'; readonly cluster: number; readonly generation: number }

export interface Cluster {
  readonly cluster: number
  readonly longitude: number
  readonly latitude: number
  readonly count: number
  readonly shares: Shares
}
export interface Clusters {
  readonly box: Box
  readonly zoom: number
  /** The number of the worker's index. Ids of clusters are valid only within one index. */
  readonly generation: number
  readonly clusters: readonly Cluster[]
  /** Keys of the points outside clusters. */
  readonly singles: readonly string[]
}
export type FromWorker =
  | ({ readonly kind: 'clusters' } & Clusters)
  | { readonly kind: 'stale' }
  | { readonly kind: 'members'; readonly keys: readonly string[]; readonly zoom: number }

export const codeOf = (point: Point): number => point.id * 2 + (point.kind === 'reception' ? 1 : 0)
export const keyOf = (code: number): string => `${code % 2 ? 'r' : 'c'}${code >> 1}`

function batchOf(points: readonly Point[]): Batch {
  const places = new Float64Array(points.length * 2)
  points.forEach(({ longitude, latitude }, index) => {
    places[index * 2] = longitude
    places[index * 2 + 1] = latitude
  })
  return {
    codes: Int32Array.from(points, codeOf),
    places,
    layers: Uint8Array.from(points, ({ layer }) => layerIndexes.get(layer) ?? 0)
  }
}

export interface ClusterListener {
  readonly clusters: (clusters: Clusters) => void
  /** The points have changed: earlier clusters are outdated. */
  readonly stale: () => void
  /** The members of a cluster, and the zoom at which it splits. */
  readonly members: (keys: readonly string[], zoom: number) => void
}

export class Clusterer {
  private readonly worker = new Worker(new URL('./cluster.worker.ts', import.meta.url), { type: 'module' })

  constructor(listener: ClusterListener) {
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'clusters') listener.clusters(data)
      else if (data.kind === 'stale') listener.stale()
      else listener.members(data.keys, data.zoom)
    }
  }

  private post(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer)
  }

  private postPoints(message: { kind: 'load'; group: 0 | 1 } | { kind: 'patch' }, points: readonly Point[]): void {
    const batch = batchOf(points)
    this.post({ ...message, ...batch }, [batch.codes.buffer, batch.places.buffer, batch.layers.buffer])
  }

  /** Replaces all containers, or all reception places. */
  load(kind: 'container' | 'reception', points: readonly Point[]): void {
    this.postPoints({ kind: 'load', group: kind === 'reception' ? 1 : 0 }, points)
  }

  patch(points: readonly Point[]): void {
    this.postPoints({ kind: 'patch' }, points)
  }

  show(layers: ReadonlySet<Layer>): void {
    this.post({ kind: 'show', layers: [...layers].flatMap(layer => layerIndexes.get(layer) ?? []) })
  }

  /** Clusters only these points; undefined for all. */
  only(points: readonly Point[] | undefined): void {
    const codes = points && Int32Array.from(points, codeOf)
    this.post({ kind: 'only', codes }, codes ? [codes.buffer] : [])
  }

  query(box: Box, zoom: number): void {
    this.post({ kind: 'query', box, zoom })
  }

  members(cluster: number, generation: number): void {
    this.post({ kind: 'members', cluster, generation })
  }

  close(): void {
    this.worker.terminate()
  }
}
