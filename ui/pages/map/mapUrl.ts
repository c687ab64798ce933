/**
 * The state that the map keeps in its URL:
 * `?Id=7&trail=1&range=30&at=1763632800000&layers=low,critical&silent=1&q=K-00&view=52.07,19.48,5.7`.
 */
import { queryText, wholeNumber } from '../../urlQuery.ts'
import type { Layer } from './points.ts'
import { layers } from './points.ts'

export interface View {
  readonly latitude: number
  readonly longitude: number
  readonly zoom: number
}

/** Poland, with the centre and zoom of the specification. */
export const homeView: View = { latitude: 52.07, longitude: 19.48, zoom: 5.7 }
/** The zoom for a container's trail, by the specification. */
export const trailZoom = 10
/** How near the map comes. */
export const maxZoom = 18

export interface MapUrl {
  /** The chosen point: `c7`, `r3`, `s1`. */
  readonly chosen: string | undefined
  /** The command whose form is open. */
  readonly form: string | undefined
  readonly trail: boolean
  readonly range: string | undefined
  /** The moment that the replay shows, in epoch milliseconds. */
  readonly moment: number | undefined
  readonly layers: readonly Layer[]
  /** Only containers that have been silent for two days. */
  readonly silent: boolean
  readonly search: string
  readonly view: View | undefined
}

function viewOf(text: string | undefined): View | undefined {
  const parts = (text ?? '').split(',').map(Number)
  const [latitude, longitude, zoom] = parts
  if (parts.length !== 3 || parts.some(Number.isNaN)) return undefined
  if (latitude === undefined || longitude === undefined || zoom === undefined) return undefined
  return Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180 ? { latitude, longitude, zoom } : undefined
}

/** Reads a query string. The letter case of keys is ignored, because the specification writes `Id`. Invalid values are ignored. */
export function readMapUrl(query: string): MapUrl {
  const params = new Map([...new URLSearchParams(query)].map(([key, value]) => [key.toLowerCase(), value]))
  const id = wholeNumber(params.get('id'))
  const thing = params.get('thing')
  const named = params.get('layers')
  return {
    chosen: id === undefined ? (thing && /^[rs]\d{1,15}$/.test(thing) ? thing : undefined) : `c${id}`,
    form: params.get('form'),
    trail: params.get('trail') === '1',
    range: params.get('range'),
    moment: wholeNumber(params.get('at')),
    layers: named === undefined ? layers : layers.filter(layer => named.split(',').includes(layer)),
    silent: params.get('silent') === '1',
    search: params.get('q') ?? '',
    view: viewOf(params.get('view'))
  }
}

/** The query string (with its `?`, or '') after a change. Choosing another point, or none, closes the form and the trail. */
export function writeMapUrl(query: string, change: Partial<MapUrl>): string {
  const before = readMapUrl(query)
  const endsTrail = 'chosen' in change && change.chosen !== before.chosen
  const next: MapUrl = {
    ...before,
    ...(endsTrail && { form: undefined, trail: false, range: undefined, moment: undefined }),
    ...change
  }
  const params = new URLSearchParams()
  const put = (key: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') params.set(key, String(value))
  }
  if (next.chosen?.startsWith('c')) put('Id', next.chosen.slice(1))
  else put('thing', next.chosen)
  put('form', next.form)
  if (next.trail) {
    put('trail', 1)
    put('range', next.range === 'all' ? undefined : next.range)
    put('at', next.moment)
  }
  if (next.layers.length < layers.length) put('layers', next.layers.join(',') || 'none')
  put('silent', next.silent ? 1 : undefined)
  put('q', next.search)
  if (next.view) {
    const { latitude, longitude, zoom } = next.view
    put('view', `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom.toFixed(2)}`)
  }
  return queryText(params)
}
