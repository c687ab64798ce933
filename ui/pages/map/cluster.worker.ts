/**
 * Clusters the points in a separate thread. An index of clusters cannot be changed, only rebuilt. After points have moved, it is
 * rebuilt at most once a second, and so rarely that rebuilding takes at most a fifth of the thread's time.
 */
import Supercluster from 'supercluster'
import type { Batch, Cluster, FromWorker, Shares, ToWorker } from './clusters.ts'
import { keyOf } from './clusters.ts'

interface PointProperties {
  readonly code: number
  /** Index into `clusteredLayers`. */
  readonly layer: number
}
interface ClusterProperties {
  shares: [number, number, number, number]
}
type Feature = Supercluster.PointFeature<PointProperties>
type ClusterFeature = Supercluster.ClusterFeature<ClusterProperties>

/** Points nearer to each other than this many pixels become a cluster. */
const radius = 56
/** The closest zoom of the map. Points that are still together there stay a cluster, whose members are listed. */
const maxZoom = 18
const tileSize = 256

const points = new Map<number, Feature>()
let shownLayers: ReadonlySet<number> = new Set([0, 1, 2, 3])
/** The codes of the points that match the search and the filter; undefined for all points. */
let only: ReadonlySet<number> | undefined
let index: Supercluster<PointProperties, ClusterProperties> | undefined
let generation = 0
let buildMs = 0
let timer: ReturnType<typeof setTimeout> | undefined

const answer = (message: FromWorker): void => self.postMessage(message)

function put({ codes, places, layers }: Batch): void {
  codes.forEach((code, at) => {
    points.set(code, {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [places[at * 2] ?? 0, places[at * 2 + 1] ?? 0] },
      properties: { code, layer: layers[at] ?? 0 }
    })
  })
}

const isShown = ({ properties: { code, layer } }: Feature): boolean =>
  shownLayers.has(layer) && (only === undefined || only.has(code))

function build(): void {
  const begun = performance.now()
  index = new Supercluster<PointProperties, ClusterProperties>({
    radius,
    extent: tileSize,
    minZoom: 3,
    maxZoom,
    map: ({ layer }) => ({ shares: [+(layer === 0), +(layer === 1), +(layer === 2), +(layer === 3)] }),
    reduce: (sum, { shares: [a, b, c, d] }) => {
      // A new array is needed, because the library makes shallow copies of the first sum, which would share the array.
      const [e, f, g, h] = sum.shares
      sum.shares = [e + a, f + b, g + c, h + d]
    }
  }).load([...points.values()].filter(isShown))
  generation++
  buildMs = performance.now() - begun
}

function rebuild(): void {
  timer = undefined
  build()
  answer({ kind: 'stale' })
}

/** Rebuilds after `delayMs`, unless a rebuild is scheduled already. A delay of 0 replaces the scheduled rebuild. */
function scheduleRebuild(delayMs: number): void {
  if (delayMs === 0) clearTimeout(timer)
  else if (timer) return
  timer = setTimeout(rebuild, delayMs)
}

const isCluster = (feature: Feature | ClusterFeature): feature is ClusterFeature => 'cluster' in feature.properties

function clusterOf({ geometry, properties }: ClusterFeature): Cluster {
  const [longitude = 0, latitude = 0] = geometry.coordinates
  const shares: Shares = properties.shares
  return { cluster: properties.cluster_id, longitude, latitude, count: properties.point_count, shares }
}

function answerQuery({ box, zoom }: Extract<ToWorker, { kind: 'query' }>): void {
  if (!index) build()
  const features = index?.getClusters([box.west, box.south, box.east, box.north], zoom) ?? []
  const clusters: Cluster[] = []
  const singles: string[] = []
  for (const feature of features) {
    if (isCluster(feature)) clusters.push(clusterOf(feature))
    else singles.push(keyOf(feature.properties.code))
  }
  answer({ kind: 'clusters', box, zoom, generation, clusters, singles })
}

const maxMembers = 500

function answerMembers(cluster: number, ofGeneration: number): void {
  if (!index || ofGeneration !== generation) {
    answer({ kind: 'stale' })
    return
  }
  const keys = index.getLeaves(cluster, maxMembers).map(({ properties }) => keyOf(properties.code))
  answer({ kind: 'members', keys, zoom: index.getClusterExpansionZoom(cluster) })
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'query') answerQuery(data)
  else if (data.kind === 'members') answerMembers(data.cluster, data.generation)
  else if (data.kind === 'show') {
    shownLayers = new Set(data.layers)
    scheduleRebuild(0)
  } else if (data.kind === 'only') {
    only = data.codes && new Set(data.codes)
    scheduleRebuild(0)
  } else {
    if (data.kind === 'load') for (const code of points.keys()) if (code % 2 === data.group) points.delete(code)
    put(data)
    scheduleRebuild(data.kind === 'load' ? 0 : Math.max(1000, buildMs * 5))
  }
}
