/** The near side of the worker that clusters: what travels, and who asks. */
import type { Box } from './geo.ts'
import type { Layer, Point } from './points.ts'

/** Codes of the clustered layers; internal stores are few and stand alone. */
export const marks = ['containers', 'low', 'critical', 'reception'] as const satisfies readonly Layer[]
export type Shares = readonly [containers: number, low: number, critical: number, reception: number]

export interface Batch {
  /** Twice the id, plus one for a reception place. */
  readonly codes: Int32Array
  /** Longitude, latitude, longitude, … */
  readonly places: Float64Array
  readonly marks: Uint8Array
}
export type ToWorker =
  | ({ readonly kind: 'load'; readonly group: 0 | 1 } & Batch)
  | ({ readonly kind: 'patch' } & Batch)
  | { readonly kind: 'show'; readonly marks: readonly number[] }
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
  readonly generation: number
  readonly clusters: readonly Cluster[]
  /** Keys of the points that stand alone. */
  readonly singles: readonly string[]
}
export type FromWorker =
  | ({ readonly kind: 'clusters' } & Clusters)
  | { readonly kind: 'stale' }
  | { readonly kind: 'members'; readonly keys: readonly string[]; readonly zoom: number }

export const codeOf = (point: Point): number => point.id * 2 + (point.kind === 'reception' ? 1 : 0)
export const keyOf = (code: number): string => `${code % 2 ? 'r' : 'c'}${code >> 1}`

function batch(points: readonly Point[]): Batch {
  const places = new Float64Array(points.length * 2)
  points.forEach(({ longitude, latitude }, index) => {
    places[index * 2] = longitude
    places[index * 2 + 1] = latitude
  })
  return {
    codes: Int32Array.from(points, codeOf),
    places,
    marks: Uint8Array.from(points, ({ layer }) => marks.indexOf(layer as (typeof marks)[number]))
  }
}

export interface ClusterListener {
  readonly clusters: (clusters: Clusters) => void
  /** The points have moved: what was answered before no longer holds. */
  readonly stale: () => void
  /** The members of a cluster, and the zoom at which it falls apart. */
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

  private say(message: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(message, transfer)
  }

  private sayBatch(message: { kind: 'load'; group: 0 | 1 } | { kind: 'patch' }, points: readonly Point[]): void {
    const held = batch(points)
    this.say({ ...message, ...held }, [held.codes.buffer, held.places.buffer, held.marks.buffer])
  }

  /** Replaces all containers or all reception places. */
  load(kind: 'container' | 'reception', points: readonly Point[]): void {
    this.sayBatch({ kind: 'load', group: kind === 'reception' ? 1 : 0 }, points)
  }

  patch(points: readonly Point[]): void {
    this.sayBatch({ kind: 'patch' }, points)
  }

  show(layers: ReadonlySet<Layer>): void {
    this.say({ kind: 'show', marks: marks.flatMap((layer, mark) => (layers.has(layer) ? mark : [])) })
  }

  query(box: Box, zoom: number): void {
    this.say({ kind: 'query', box, zoom })
  }

  members(cluster: number, generation: number): void {
    this.say({ kind: 'members', cluster, generation })
  }

  close(): void {
    this.worker.terminate()
  }
}
