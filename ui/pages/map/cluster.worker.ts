/**
 * Clusters the points away from the page's own thread. An index cannot be changed, so that moved points wait: it is
 * made anew at most once a second, and never takes more than a fifth of this thread's time.
 */
import Supercluster from 'supercluster'
import type { Batch, Cluster, FromWorker, Shares, ToWorker } from './clusters.ts'
import { keyOf } from './clusters.ts'

interface Held {
  readonly code: number
  readonly mark: number
}
interface Sum {
  shares: [number, number, number, number]
}
type Feature = Supercluster.PointFeature<Held>
type Found = Feature | Supercluster.ClusterFeature<Sum>

/** Points nearer than this on screen become one. */
const radius = 56
/** The map's deepest zoom: points that still share a spot there stay one, and list their members. */
const deepest = 18
const tile = 256

const points = new Map<number, Feature>()
let shown: ReadonlySet<number> = new Set([0, 1, 2, 3])
let index: Supercluster<Held, Sum> | undefined
let generation = 0
let building = 0
let timer: ReturnType<typeof setTimeout> | undefined

const answer = (message: FromWorker): void => self.postMessage(message)

function put({ codes, places, marks }: Batch): void {
  codes.forEach((code, at) => {
    points.set(code, {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [places[at * 2] ?? 0, places[at * 2 + 1] ?? 0] },
      properties: { code, mark: marks[at] ?? 0 }
    })
  })
}

function build(): void {
  const begun = performance.now()
  index = new Supercluster<Held, Sum>({
    radius,
    extent: tile,
    minZoom: 3,
    maxZoom: deepest,
    map: ({ mark }) => ({ shares: [+(mark === 0), +(mark === 1), +(mark === 2), +(mark === 3)] }),
    reduce: (sum, { shares: [a, b, c, d] }) => {
      // the library copies the first sum flatly: its list must not be shared
      const [e, f, g, h] = sum.shares
      sum.shares = [e + a, f + b, g + c, h + d]
    }
  }).load([...points.values()].filter(point => shown.has(point.properties.mark)))
  generation++
  building = performance.now() - begun
}

function rebuild(): void {
  timer = undefined
  build()
  answer({ kind: 'stale' })
}

function later(wait: number): void {
  if (wait === 0) clearTimeout(timer)
  else if (timer) return
  timer = setTimeout(rebuild, wait)
}

const isCluster = (found: Found): found is Supercluster.ClusterFeature<Sum> => 'cluster' in found.properties

function cluster({ geometry, properties }: Supercluster.ClusterFeature<Sum>): Cluster {
  const [longitude = 0, latitude = 0] = geometry.coordinates
  const shares: Shares = properties.shares
  return { cluster: properties.cluster_id, longitude, latitude, count: properties.point_count, shares }
}

function query({ box, zoom }: Extract<ToWorker, { kind: 'query' }>): void {
  if (!index) build()
  const found = index?.getClusters([box.west, box.south, box.east, box.north], zoom) ?? []
  const clusters: Cluster[] = []
  const singles: string[] = []
  for (const one of found) {
    if (isCluster(one)) clusters.push(cluster(one))
    else singles.push(keyOf(one.properties.code))
  }
  answer({ kind: 'clusters', box, zoom, generation, clusters, singles })
}

const mostMembers = 500

function members(id: number, of: number): void {
  if (!index || of !== generation) {
    answer({ kind: 'stale' })
    return
  }
  const keys = index.getLeaves(id, mostMembers).map(({ properties }) => keyOf(properties.code))
  answer({ kind: 'members', keys, zoom: index.getClusterExpansionZoom(id) })
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'query') query(data)
  else if (data.kind === 'members') members(data.cluster, data.generation)
  else if (data.kind === 'show') {
    shown = new Set(data.marks)
    later(0)
  } else {
    if (data.kind === 'load') for (const code of points.keys()) if (code % 2 === data.group) points.delete(code)
    put(data)
    later(data.kind === 'load' ? 0 : Math.max(1000, building * 5))
  }
}
